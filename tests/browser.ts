import { chromiumFlags, findChromium } from "../scripts/chromium.mjs";

export { chromiumFlags };

/** Path of the browser for tests, screenshots and Lighthouse. */
export function chromiumPath(): string {
  const path = findChromium();
  if (path === undefined) throw new Error("No Chromium found: install one, or set CHROME_PATH.");
  return path;
}
