// `npm test`: everything that must hold before a change goes in. The last line is for machines.
import { join } from "node:path";

import { ensureChromium } from "./browser-installed.mjs";
import { build } from "./built.mjs";
import { check } from "./checks.mjs";
import { ensureInstalled } from "./installed.mjs";
import { scratchFolder } from "./scratch-folder.mjs";
import { loudStep, step } from "./steps.mjs";
import { playwrightCounts, vitestCounts } from "./test-counts.mjs";

// Downloading a browser takes a while, in which other things can be done.
const browser = ensureChromium();
await ensureInstalled();

const folder = scratchFolder();
process.env.TMPDIR = folder;
// Tests start some hundred servers and commands: what one has compiled, the next need not.
process.env.NODE_COMPILE_CACHE = join(folder, "compiled");
const vitestReport = join(folder, "vitest.json");
const playwrightReport = join(folder, "playwright.json");

function unitAndRequestTests() {
  const reporters = ["dot", "json", "./scripts/second-try-reporter.mjs"].map((name) => `--reporter=${name}`);
  return loudStep("unit and request tests", [
    "vitest",
    "run",
    ...reporters,
    `--outputFile.json=${vitestReport}`,
  ]);
}

function browserTests() {
  const variables = { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport };
  return loudStep("browser and accessibility tests", ["playwright", "test"], variables);
}

// The tests need only the build. While they start up, a core is idle, in which the checks can finish.
const checking = check();
const [built] = await Promise.all([step("build", async () => (await build()) === 0), browser]);
const unitOk = built && (await unitAndRequestTests());
const checked = await checking;
const browserOk = built && checked && (await browserTests());
const ok = unitOk && checked && browserOk;

const counts = [vitestCounts(vitestReport), playwrightCounts(playwrightReport)];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
// A step that failed outside its tests counts as one failure: 0 would read as success.
console.log(`${passed} passed, ${ok ? failed : Math.max(failed, 1)} failed`);
process.exitCode = ok ? 0 : 1;
