// `npm start`: installs what is missing, builds what is stale, and becomes the server.
import { join } from "node:path";

import { ensureBuilt } from "./pages.mjs";
import { serverEnvironment, serverFlags } from "./server-process.mjs";
import { ensureInstalled, nodePath, program, root, run } from "./setup.mjs";

await ensureInstalled();
await ensureBuilt();
process.chdir(root);
const node = nodePath();
const args = [...serverFlags, ...program("server/main.ts")];
// What one start has compiled, the next need not: it takes a quarter less time.
const compiled = join(root, "node_modules/.cache/compiled");
const env = { NODE_COMPILE_CACHE: compiled, ...process.env, ...serverEnvironment };
if (process.execve !== undefined && process.platform !== "win32") process.execve(node, [node, ...args], env);
process.exitCode = await run(node, args, { env });
