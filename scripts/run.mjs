// `node scripts/run.mjs <file.ts> [arguments]`: runs a TypeScript file with the pinned Node.
import { run } from "./child.mjs";
import { ensureInstalled } from "./installed.mjs";
import { pinnedNode, program } from "./pinned-node.mjs";

await ensureInstalled();
const [file = "", ...args] = process.argv.slice(2);
process.exitCode = await run(pinnedNode(), [...program(file), ...args]);
