// `npm run build`: installs what is missing, builds the pages, whatever is there.
import { build } from "./pages.mjs";
import { ensureInstalled, fail } from "./setup.mjs";

await ensureInstalled();
if (!(await build())) fail("The pages could not be built (see above).");
