// `npm run check`: types, lint, format, dead code and dependencies.
import { checkDependencies } from "./dependencies.mjs";
import { ensureInstalled } from "./setup.mjs";
import { quietStep, step } from "./steps.mjs";

/** What can be said of the code without running it. Returns whether all is well. */
export async function check() {
  const results = await Promise.all([
    // The other steps keep the other cores busy, and one thread looks at each type only once.
    quietStep("types", [
      ["react-router", "typegen"],
      ["tsc", "--singleThreaded"],
    ]),
    quietStep("lint", [["oxlint"]]),
    quietStep("format", [["oxfmt", "--check"]]),
    quietStep("dead code", [["knip"]]),
    step("dependencies", checkDependencies),
  ]);
  return results.every(Boolean);
}

if (process.argv[1]?.endsWith("check.mjs")) {
  await ensureInstalled();
  if (!(await check())) process.exitCode = 1;
}
