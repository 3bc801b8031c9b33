import { spawnSync } from "node:child_process";

import { findChromium, findHeadlessChromium } from "./chromium.mjs";
import { fail, run } from "./setup.mjs";

const works = (/** @type {string[]} */ [command = "", ...args]) =>
  spawnSync(command, args, { stdio: "ignore" }).status === 0;

async function install(/** @type {string[]} */ wanted) {
  console.log(`Installing ${wanted.join(" and ")}...`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const command = ["install", "-y", "-qq", "--no-install-recommends", ...wanted];
  for (const args of [["update", "-qq"], command]) await run("apt-get", args, { env });
}

/**
 * Makes sure that a Chromium is here. As root on Debian, what is missing is installed: the browser, a font as wide as Arial
 * (with a wider one, lines break where no visitor sees them break), pdftotext, and Chromium without windows.
 */
export async function ensureChromium() {
  const isRoot = process.getuid?.() === 0 && works(["apt-get", "--version"]);
  const hasAll =
    findChromium() !== undefined && works(["fc-list", "-q", "Liberation Sans"]) && works(["pdftotext", "-v"]);
  if (isRoot && !hasAll) await install(["chromium", "fonts-liberation", "poppler-utils"]);
  const browser = findChromium();
  if (browser === undefined)
    return fail("The browser tests need Chromium or Chrome: install one, or set CHROME_PATH to where it is.");
  const isWanted = browser !== process.env.CHROME_PATH && browser === findHeadlessChromium();
  const shell = "chromium-headless-shell";
  if (isRoot && isWanted && works(["apt-cache", "show", shell])) await install([shell]);
}
