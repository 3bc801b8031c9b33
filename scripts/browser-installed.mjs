import { spawnSync } from "node:child_process";

import { run } from "./child.mjs";
import { findChromium } from "./chromium.mjs";
import { fail } from "./project.mjs";

const isDebianRoot = () =>
  process.getuid?.() === 0 && spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;

/** Chromium's own package only recommends a font. With a wider font, lines break in places where no visitor sees them break. */
const packages = ["chromium", "fonts-liberation"];

function hasUsualFont() {
  const { stdout } = spawnSync("fc-list", [":", "family"], { encoding: "utf8" });
  return /^(?:Arial|Liberation Sans)\b/m.test(stdout);
}

async function installChromium() {
  console.log("Installing Chromium and a font...");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "-y", "-qq", "--no-install-recommends", ...packages];
  for (const args of [["update", "-qq"], install]) await run("apt-get", args, { env });
}

/** Path of a Chromium. As root on Debian it is installed if it is missing, and a font as wide as Arial. */
export async function ensureChromium() {
  const isComplete = findChromium() !== undefined && hasUsualFont();
  if (!isComplete && isDebianRoot()) await installChromium();
  return (
    findChromium() ??
    fail("The browser tests need Chromium or Chrome: install one, or set CHROME_PATH to where it is.")
  );
}
