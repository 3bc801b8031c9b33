// `npm run check`: types, lint, format, dead code and dependencies.
import { check } from "./checks.mjs";
import { ensureInstalled } from "./installed.mjs";

await ensureInstalled();
if (!(await check())) process.exitCode = 1;
