// The pages and their files in build/client.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import { run } from "./child.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { fail, root } from "./project.mjs";

const output = join(root, "build");
const client = join(output, "client");
// The others are filled in when the server starts, and compressed after that.
const compressible = new Set([".js", ".css", ".svg", ".json"]);

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Leaves a .br and a .gz next to the file. */
async function compress(/** @type {string} */ file) {
  const content = readFileSync(file);
  const brotliOptions = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  };
  const [br, gz] = await Promise.all([toBrotli(content, brotliOptions), toGzip(content, { level: 9 })]);
  writeFileSync(`${file}.br`, br);
  writeFileSync(`${file}.gz`, gz);
}

rmSync(output, { recursive: true, force: true });
const cli = join(root, "node_modules/@react-router/dev/bin.cjs");
const environment = { ...process.env, NODE_ENV: "production" };
const code = await run(pinnedNode(), [cli, "build"], { cwd: root, env: environment });
if (code !== 0) fail("The pages could not be built (see above).");

// React Router's page for a host without our server, and the renderer it prerendered with.
rmSync(join(client, "__spa-fallback.html"), { force: true });
rmSync(join(output, "server"), { recursive: true, force: true });

const afterPages = [join(root, "scripts/site/after-pages.ts"), client];
if ((await run(pinnedNode(), afterPages, { cwd: root, env: environment })) !== 0) {
  fail("The files next to the pages could not be made (see above).");
}

const files = readdirSync(client, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  .map((entry) => join(entry.parentPath, entry.name));
await Promise.all(files.map(compress));
