import { chromiumFlags, findChromium, findHeadlessChromium } from "../scripts/chromium.mjs";

export { chromiumFlags };

/** Path of the browser for screenshots, and for tests of what only a whole browser does. */
export const chromiumPath = (): string => found(findChromium());

/** The whole browser, as the headless shell keeps no page for Back, and browsers under test keep none unasked. */
export const keepingPagesForBack = () => ({
  executablePath: chromiumPath(),
  args: chromiumFlags,
  ignoreDefaultArgs: ["--disable-back-forward-cache"],
});

/** Path of the browser for tests. */
export const headlessChromiumPath = (): string => found(findHeadlessChromium());

function found(path: string | undefined): string {
  if (path === undefined) throw new Error("No Chromium found: install one, or set CHROME_PATH.");
  return path;
}
