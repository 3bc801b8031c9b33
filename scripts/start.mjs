// `npm start`: installs what is missing, builds what is stale, runs the server.
import { ensureBuilt } from "./built.mjs";
import { run } from "./child.mjs";
import { ensureInstalled } from "./installed.mjs";
import { pinnedNode, program, serverEnvironment, serverFlags } from "./pinned-node.mjs";
import { root } from "./project.mjs";

await ensureInstalled();
await ensureBuilt();
const env = { ...process.env, ...serverEnvironment };
process.exitCode = await run(pinnedNode(), [...serverFlags, ...program("server/main.ts")], {
  cwd: root,
  env,
});
