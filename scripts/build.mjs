// `npm run build`: installs what is missing, builds the pages, whatever is there.
import { build } from "./built.mjs";
import { ensureInstalled } from "./installed.mjs";

await ensureInstalled();
process.exitCode = await build();
