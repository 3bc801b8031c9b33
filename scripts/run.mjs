// `node scripts/run.mjs <file.ts> [arguments]`: runs a TypeScript file with the pinned Node.
import { run } from "./child.mjs";
import { ensureInstalled } from "./installed.mjs";
import { pinnedNode } from "./pinned-node.mjs";

await ensureInstalled();
process.exitCode = await run(pinnedNode(), process.argv.slice(2));
