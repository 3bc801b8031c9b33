#!/usr/bin/env bash
# Expected: a table of pdfkit whose row is taller than a page either continues on the next page or says that it cannot; and a heading
# row is repeated where the table continues.
# Seen: the row ends at the page's end and the rest of its lines is in no page, without an error; the heading stands on the first
# page only.
# So: server/features/deals/documents/sheet.ts breaks rows into lines itself and writes the heading again on each page; its test looks
# for every word of a line of 2,000 characters. Needs pdftotext (Debian: poppler-utils).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --loglevel=error pdfkit@0.20.2 >>npm.log
cat >table.mjs <<'JS'
import { createWriteStream } from "node:fs";
import PDFDocument from "pdfkit";
const write = (file, rows) => {
  const pdf = new PDFDocument({ size: "A4" });
  pdf.pipe(createWriteStream(file));
  pdf.table({ data: [["Heading", "Amount"], ...rows] });
  pdf.end();
};
const words = Array.from({ length: 90 }, (_, line) => `word${line}`);
write("tall.pdf", [[words.join("\n"), "$1.00"]]);
write("long.pdf", Array.from({ length: 90 }, (_, row) => [`row${row}`, "$1.00"]));
JS
node table.mjs
kept=$(pdftotext tall.pdf - | grep -c '^word' || true)
pages=$(pdftotext long.pdf - | grep -c $'\f' || true)
headings=$(pdftotext long.pdf - | grep -c 'Heading' || true)
echo "pdfkit 0.20.2: $kept of 90 lines of a tall row are in the file; $headings heading on $pages pages"
[ "$kept" -lt 90 ] && [ "$headings" -eq 1 ] && [ "$pages" -gt 1 ]
