import { spawnSync } from "node:child_process";

import { findChromium, findHeadlessChromium } from "./chromium.mjs";
import { fail, run } from "./setup.mjs";

const isDebianRoot = () =>
  process.getuid?.() === 0 && spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;

/** Chromium's own package only recommends a font. With a wider font, lines break in places where no visitor sees them break. */
const packages = ["chromium", "fonts-liberation", "poppler-utils"];

/** Reads what Chromium prints. */
const hasPdfReader = () => spawnSync("pdftotext", ["-v"], { stdio: "ignore" }).status === 0;

function hasUsualFont() {
  const { stdout } = spawnSync("fc-list", [":", "family"], { encoding: "utf8" });
  return /^(?:Arial|Liberation Sans)\b/m.test(stdout);
}

/** Known to apt, whose lists are fresh if Chromium itself has just been installed. */
const isAvailable = (/** @type {string} */ name) =>
  spawnSync("apt-cache", ["show", name], { stdio: "ignore" }).status === 0;

async function install(/** @type {string[]} */ wanted) {
  console.log(`Installing ${wanted.join(" and ")}...`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const command = ["install", "-y", "-qq", "--no-install-recommends", ...wanted];
  for (const args of [["update", "-qq"], command]) await run("apt-get", args, { env });
}

/**
 * Makes sure that a Chromium is here. As root on Debian, what is missing is installed: the browser, a font as wide
 * as Arial, pdftotext, and Chromium without windows, which older releases do not have and tests can do without.
 */
export async function ensureChromium() {
  const isRoot = isDebianRoot();
  if (isRoot && !(findChromium() !== undefined && hasUsualFont() && hasPdfReader())) await install(packages);
  const browser = findChromium();
  if (browser === undefined)
    return fail("The browser tests need Chromium or Chrome: install one, or set CHROME_PATH to where it is.");
  const isWanted = browser !== process.env.CHROME_PATH && browser === findHeadlessChromium();
  const shell = "chromium-headless-shell";
  if (isRoot && isWanted && isAvailable(shell)) await install([shell]);
}
