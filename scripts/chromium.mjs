import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "google-chrome", "google-chrome-stable", "chromium-browser"];

function canRun(/** @type {string} */ file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {readonly string[]} wanted */
function findBrowser(wanted) {
  const folders = ["/usr/bin", ...(process.env.PATH ?? "").split(delimiter)];
  const found = wanted.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [process.env.CHROME_PATH ?? "", ...found].find((file) => file !== "" && canRun(file));
}

/** Path of the Chromium or Chrome on this machine, CHROME_PATH first; undefined if there is none. */
export const findChromium = () => findBrowser(names);

/** Prefers Chromium without windows: tests take a quarter less time in it. It keeps no page for Back. */
export const findHeadlessChromium = () => findBrowser(["chromium-headless-shell", ...names]);

/** What keeps a browser under test quiet and off the network; as root it also needs its sandbox off. */
export const chromiumFlags = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];
