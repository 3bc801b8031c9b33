import { spawnSync } from "node:child_process";

import { run } from "./child.mjs";
import { findChromium } from "./chromium.mjs";
import { fail } from "./project.mjs";

const isDebianRoot = () =>
  process.getuid?.() === 0 && spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0;

async function installChromium() {
  console.log("Installing Chromium...");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "-y", "-qq", "--no-install-recommends", "chromium"];
  for (const args of [["update", "-qq"], install]) await run("apt-get", args, { env });
}

/** Path of a Chromium, which is installed where that is ours to do. */
export async function ensureChromium() {
  if (findChromium() === undefined && isDebianRoot()) await installChromium();
  return (
    findChromium() ??
    fail("The browser tests need Chromium or Chrome: install one, or set CHROME_PATH to where it is.")
  );
}
