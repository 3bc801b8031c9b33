import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { type Browser, chromium, type Page } from "@playwright/test";

import { chromiumFlags, chromiumPath } from "#tests/browser.ts";
import { admin, SiteProcess } from "#tests/browser/site-process.ts";

// `npm run screenshots` renews the pictures of README.md: pages of the real server, filled with made-up data.

const folder = resolve(import.meta.dirname, "../docs/screenshots");

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme?: "light" | "dark";
}

const publicShots: readonly Shot[] = [
  { name: "home", path: "/", width: 1440, height: 900 },
  { name: "home-phone", path: "/", width: 360, height: 740 },
  {
    name: "quote-phone",
    path: "/request-quote?make=Honda&model=TRX420FM&year=2015&part=Front+diff",
    width: 360,
    height: 740,
  },
  { name: "home-phone-dark", path: "/", width: 360, height: 740, colorScheme: "dark" },
];

const panelShots: readonly Shot[] = [
  { name: "panel", path: "/admin", width: 1440, height: 900 },
  { name: "panel-phone", path: "/admin", width: 360, height: 740 },
];

await main();

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const dataDir = mkdtempSync(join(tmpdir(), "quadkea-screenshots-"));
  const site = new SiteProcess(dataDir);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  try {
    await site.start();
    await site.addQuotes(60);
    for (const shot of publicShots) await take(browser, site, shot, async () => {});
    for (const shot of panelShots) await take(browser, site, shot, (page) => signIn(page, site));
  } finally {
    await browser.close();
    await site.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.log(`Screenshots are in ${folder}`);
}

async function take(
  browser: Browser,
  site: SiteProcess,
  shot: Shot,
  prepare: (page: Page) => Promise<void>,
): Promise<void> {
  const { width, height, colorScheme = "light" } = shot;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    reducedMotion: "reduce",
  });
  // The cookie banner would cover part of every picture: this visitor has answered it.
  await context.addInitScript(() =>
    localStorage.setItem("quadkea-cookie-consent", '{"essential":true,"analytics":false}'),
  );
  const page = await context.newPage();
  await prepare(page);
  await page.goto(site.origin + shot.path, { waitUntil: "networkidle" });
  await page.screenshot({ path: join(folder, `${shot.name}.png`) });
  await context.close();
}

async function signIn(page: Page, site: SiteProcess): Promise<void> {
  await page.goto(`${site.origin}/admin-login`);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password").fill(admin.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("tab").first().waitFor();
}
