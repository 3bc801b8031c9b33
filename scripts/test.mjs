// `npm test`: everything that must hold before a change goes in. The last line is for machines.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { ensureChromium, ensureTestPrograms } from "./browser-installed.mjs";
import { check } from "./check.mjs";
import { build } from "./pages.mjs";
import { scratchFolder } from "./scratch-folder.mjs";
import { ensureInstalled } from "./setup.mjs";
import { loudStep, step } from "./steps.mjs";

// Downloading a browser and mail servers takes a while, in which other things can be done.
const installed = ensureTestPrograms().then(ensureChromium);
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

// The tests need only the build. While they start up, a core is idle, in which the checks can finish. Not beside the build:
// both write the types of the routes.
const [built] = await Promise.all([step("build", build), installed]);
const checking = check();
const unitOk = built && (await unitAndRequestTests());
const checked = await checking;
const browserOk = built && checked && (await browserTests());
const ok = unitOk && checked && browserOk;

/** @typedef {{ numPassedTests?: number, numFailedTests?: number, stats?: { expected: number, flaky: number, unexpected: number } }} Report */

/** @returns {Report} what a test runner reported; nothing if it did not get so far */
function report(/** @type {string} */ file) {
  return existsSync(file) ? /** @type {Report} */ (JSON.parse(readFileSync(file, "utf8"))) : {};
}
const { numPassedTests = 0, numFailedTests = 0 } = report(vitestReport);
const { expected, flaky, unexpected } = report(playwrightReport).stats ?? {
  expected: 0,
  flaky: 0,
  unexpected: 0,
};
const failed = numFailedTests + unexpected;
// A step that failed outside its tests counts as one failure: 0 would read as success.
console.log(`${numPassedTests + expected + flaky} passed, ${ok ? failed : Math.max(failed, 1)} failed`);
process.exitCode = ok ? 0 : 1;
