import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number }} Counts */
/** @typedef {{ numPassedTests: number, numFailedTests: number }} VitestReport */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number } }} PlaywrightReport */

/** @returns {unknown} the report a test runner wrote, or undefined if it wrote none */
function read(/** @type {string} */ file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** @returns {Counts} */
export function vitestCounts(/** @type {string} */ file) {
  const report = /** @type {VitestReport | undefined} */ (read(file));
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 };
}

/** @returns {Counts} */
export function playwrightCounts(/** @type {string} */ file) {
  const report = /** @type {PlaywrightReport | undefined} */ (read(file));
  const { expected, unexpected, flaky } = report?.stats ?? { expected: 0, unexpected: 0, flaky: 0 };
  return { passed: expected + flaky, failed: unexpected };
}
