// `npm run check`: types, lint, format and dead code.
import { check } from "./checks.mjs";
import { ensureInstalled } from "./installed.mjs";

await ensureInstalled();
if (!(await check())) process.exitCode = 1;
