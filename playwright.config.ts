import { defineConfig, devices } from "@playwright/test";

import { chromiumFlags, chromiumPath } from "./tests/browser.ts";

export default defineConfig({
  testDir: "tests/browser",
  testMatch: "**/*.spec.ts",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env["CI"] !== undefined,
  timeout: 45_000,
  reporter: process.env["PLAYWRIGHT_JSON_OUTPUT_NAME"] === undefined ? "list" : [["list"], ["json"]],
  use: {
    ...devices["Desktop Chrome"],
    locale: "en-NZ",
    timezoneId: "Pacific/Auckland",
    trace: "retain-on-failure",
    launchOptions: { executablePath: chromiumPath(), args: chromiumFlags },
  },
});
