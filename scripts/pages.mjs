import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { fail, nodePath, root, run } from "./setup.mjs";

const sources = [
  "app",
  "domain",
  "public",
  "scripts/site",
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
  "package-lock.json",
];
const stamp = join(root, "build", ".sources");

/** @returns {string[]} every file at or below the path, in a fixed order */
function filesAt(/** @type {string} */ path) {
  if (!existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path))
    .toSorted()
    .flatMap((name) => filesAt(`${path}/${name}`));
}

/** By content: a checkout or an editor may change times without changing a word. */
function hashOfSources() {
  const hash = createHash("sha256");
  for (const file of sources.flatMap(filesAt)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** Builds the pages, whatever is there. Returns whether it went well. */
export async function build() {
  rmSync(join(root, "build"), { recursive: true, force: true });
  const hash = hashOfSources();
  const env = { ...process.env, NODE_ENV: "production" };
  const cli = join(root, "node_modules/@react-router/dev/bin.cjs");
  for (const args of [[cli, "build"], ["scripts/site/after-pages.ts"]]) {
    if ((await run(nodePath(), args, { env })) !== 0) return false;
  }
  writeFileSync(stamp, hash);
  return true;
}

/** Builds the pages unless those of the present sources are there. */
export async function ensureBuilt() {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hashOfSources()) return;
  console.log("Building the pages...");
  if (!(await build())) fail("Could not build the pages (see above).");
}
