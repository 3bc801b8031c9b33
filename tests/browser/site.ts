import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test as base } from "@playwright/test";

import { admin, SiteProcess } from "./site-process.ts";

async function withSite(use: (site: SiteProcess) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "quadkea-browser-"));
  const site = new SiteProcess(dataDir);
  await site.start();
  await use(site);
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
}

interface Fixtures {
  /** The built site with an empty database of its own. */
  site: SiteProcess;
  /** What the page's console may say in this test, as parts of the text. Everything else fails it. */
  expectedConsole: string[];
}

export const test = base.extend<Fixtures>({
  site: async ({}, use) => withSite(use),
  expectedConsole: [[], { option: true }],
  baseURL: async ({ site }, use) => use(site.origin),
  page: async ({ page, expectedConsole }, use) => {
    const said: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") said.push(message.text());
    });
    page.on("pageerror", (error) => said.push(error.message));
    await use(page);
    const isExpected = (text: string) => expectedConsole.some((expected) => text.includes(expected));
    expect(said.filter((text) => !isExpected(text))).toEqual([]);
  },
});

interface SharedFixtures {
  /** One site per worker, for tests that only look at pages. */
  sharedSite: SiteProcess;
}

/** For tests that change nothing on the server: they share one. */
export const pagesTest = test.extend<object, SharedFixtures>({
  sharedSite: [async ({}, use) => withSite(use), { scope: "worker" }],
  site: async ({ sharedSite }, use) => use(sharedSite),
});

export { expect };

/** Signs in through the login page and waits until the panel has its records: a count stands in the tab. */
export async function signIn(page: Page): Promise<void> {
  await page.goto("/admin-login");
  await logIn(page);
  await expect(page.getByRole("tab", { name: /Quote Requests \(\d+\)/ })).toBeVisible();
}

/** Fills and sends the login form that is open. */
export async function logIn(page: Page, password = admin.password): Promise<void> {
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Fails with what axe found, in short. */
export async function expectAccessible(page: Page): Promise<void> {
  // A colour on its way to another is neither the one nor the other.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)));
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
  );
  expect(found).toEqual([]);
}
