import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { run } from "./child.mjs";
import { toolEnvironment } from "./pinned-node.mjs";
import { fail, root } from "./project.mjs";

const sources = [
  "app",
  "domain",
  "public",
  "scripts/site",
  "scripts/build-pages.mjs",
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

/** Builds the pages, whatever is there. Returns the exit code. */
export async function build() {
  rmSync(stamp, { force: true });
  const hash = hashOfSources();
  const code = await run("node", ["scripts/build-pages.mjs"], { cwd: root, env: toolEnvironment() });
  if (code === 0) writeFileSync(stamp, hash);
  return code;
}

/** Builds the pages unless those of the present sources are there. */
export async function ensureBuilt() {
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hashOfSources()) return;
  console.log("Building the pages...");
  if ((await build()) !== 0) fail("Could not build the pages (see above).");
}
