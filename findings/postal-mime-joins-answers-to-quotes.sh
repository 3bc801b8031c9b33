#!/usr/bin/env bash
# Expected: in format=flowed, a line that ends with a space continues on the next line only if both have the same quote depth
# (RFC 3676, 4.5), and a line that begins with a stuffed space before ">" is not a quote (4.4).
# Seen: postal-mime joins a quoted line that ends with a space to the answer below it, so the answer looks quoted; it leaves
# "> " within joined quotes; and " > 20 years old", typed by the writer, comes out as "> 20 years old", like a quote.
# So: server/features/inbox/new-words.ts takes lines with ">" for a quote only below a header or if they name a sender, and the
# desk always offers the whole mail: an answer that was joined to a quote is there only.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --loglevel=error postal-mime@4.0.0 >>npm.log
cat >flowed.mjs <<'JS'
import PostalMime from "postal-mime";
const text = async (...lines) => {
  const source = ["Content-Type: text/plain; format=flowed", "", ...lines].join("\r\n");
  return (await PostalMime.parse(source)).text.trimEnd();
};
const answered = await text("> Which one do you want? ", "The 2015 one.");
const joined = await text("> The price holds ", "> for seven days.");
const typed = await text("Any of them", " > 20 years old");
console.log("postal-mime 4.0.0", JSON.stringify({ answered, joined, typed }));
const seen = [
  answered === "> Which one do you want? The 2015 one.",
  joined === "> The price holds > for seven days.",
  typed === "Any of them\n> 20 years old",
];
process.exitCode = seen.every(Boolean) ? 0 : 1;
JS
node flowed.mjs
