import { join } from "node:path";

import { chromiumFlags, findChromium } from "../../scripts/chromium.mjs";
import { Missing } from "../measuring/bench.ts";
import type { Workbench } from "../measuring/workbench.ts";

export function requireBrowser(): string {
  const path = findChromium();
  if (path === undefined)
    throw new Missing("This bench needs a browser: apt-get install chromium, or set CHROME_PATH");
  return path;
}

/** Starts a browser without a window and a past; returns the port on which it takes orders. */
export async function startBrowser(bench: Workbench): Promise<number> {
  const profile = `--user-data-dir=${join(bench.folder, "browser")}`;
  const flags = ["--headless=new", "--remote-debugging-port=0", profile, ...chromiumFlags];
  const browser = bench.start("all", [requireBrowser(), ...flags, "about:blank"]);
  const [, port] = await browser.printed(/DevTools listening on ws:\/\/[^:]+:(\d+)/);
  return Number(port);
}
