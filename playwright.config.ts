import { defineConfig, devices } from "@playwright/test";

import { chromiumFlags, findHeadlessChromium } from "./scripts/chromium.mjs";

/**
 * The first two save about a tenth of the processor's time each: no page of a test lives long enough for optimised
 * code. The third, a twentieth: all requests go through one process less.
 */
const cheap = [
  "--js-flags=--no-turbofan --no-maglev",
  "--disable-gpu-compositing",
  "--enable-features=NetworkServiceInProcess2",
];

export default defineConfig({
  testDir: "tests/browser",
  testMatch: "**/*.spec.ts",
  // Node.js runs these as they are, with its cache of compiled code.
  build: { external: ["**/{domain,scripts,server}/**"] },
  fullyParallel: true,
  // Three leave two cores idle for a tenth of the time: several tests wait for real seconds to pass.
  workers: 4,
  // What passes only the second time is named at the end of `npm test`.
  retries: 1,
  forbidOnly: process.env["CI"] !== undefined,
  // Far above what any test needs: slow machines and busy ones are no failure.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"] === undefined ? "list" : [["list"], ["json"]],
  use: {
    ...devices["Desktop Chrome"],
    locale: "en-NZ",
    timezoneId: "Pacific/Auckland",
    // Drawing every frame of a movement costs a tenth, too: site-visit.spec.ts sees them.
    contextOptions: { reducedMotion: "reduce" },
    // Recording every test costs a fifth of the time: ask for it with --trace on.
    screenshot: "only-on-failure",
    launchOptions: {
      // Other tools read this file before a browser is installed. A launch without one says that it is missing.
      executablePath: findHeadlessChromium() ?? "chromium",
      args: [...chromiumFlags, ...cheap],
    },
  },
});
