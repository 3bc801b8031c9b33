import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import {
  type Browser,
  type BrowserContext,
  type ConsoleMessage,
  expect,
  type Page,
  test as base,
} from "@playwright/test";
import type axe from "axe-core";

import { endpoints } from "#domain/endpoints.ts";
import { keepingPagesForBack } from "#tests/browser.ts";
import { type MailServer, startMailServer } from "#tests/mail-server.ts";

import { admin, SiteProcess } from "./site-process.ts";

async function withSite(
  use: (site: SiteProcess) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "quadkea-browser-"));
  const site = new SiteProcess(dataDir);
  await site.start(settings);
  await use(site);
  await site.stop();
  await rm(dataDir, { recursive: true, force: true });
}

interface Fixtures {
  /** What the site is started with besides its defaults. */
  settings: Record<string, string>;
  /** The built site with an empty database of its own. */
  site: SiteProcess;
  /** The site sends its mails there. It accepts them until it is told otherwise. */
  mailServer: MailServer;
  /** What the page's console may say in this test, as parts of the text. Everything else fails it. */
  expectedConsole: string[];
}

/** One of each per worker, if a test asks for it. */
interface WorkerFixtures {
  sharedSite: SiteProcess;
  sharedTab: Page;
  browserThatKeepsPages: Browser;
}

// All worker fixtures are here: tests with others would start a worker and a browser of their own.
export const test = base.extend<Fixtures, WorkerFixtures>({
  settings: [{}, { option: true }],
  site: async ({ settings }, use) => withSite(use, settings),
  mailServer: async ({ site }, use) => {
    const mailServer = await startMailServer();
    await site.start({ MAIL_URL: mailServer.url });
    await use(mailServer);
    await mailServer.stop();
  },
  // A list of its own for each test: some add to it.
  expectedConsole: [async ({}, use) => use([]), { option: true }],
  baseURL: async ({ site }, use) => use(site.origin),
  page: async ({ page, expectedConsole }, use) => {
    await watchingConsole(page, expectedConsole, () => use(page));
  },
  sharedSite: [async ({}, use) => withSite(use), { scope: "worker" }],
  sharedTab: [
    async ({ browser, sharedSite }, use) => {
      const context = await browser.newContext({ baseURL: sharedSite.origin });
      await use(await context.newPage());
      await context.close();
    },
    { scope: "worker" },
  ],
  browserThatKeepsPages: [
    async ({ playwright }, use) => {
      const browser = await playwright.chromium.launch(keepingPagesForBack());
      await use(browser);
      await browser.close();
    },
    { scope: "worker" },
  ],
});

/** Chromium's own word on a page that the next one overtook. */
const overtaken = "Transition was";

/** Fails if the page's console says more than is expected. */
async function watchingConsole(page: Page, expected: readonly string[], use: () => Promise<void>) {
  const said: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === "error" || message.type() === "warning") said.push(message.text());
  };
  const onError = (error: Error) => void said.push(error.message);
  page.on("console", onConsole).on("pageerror", onError);
  await use();
  page.off("console", onConsole).off("pageerror", onError);
  const isExpected = (text: string) => [overtaken, ...expected].some((part) => text.includes(part));
  expect(said.filter((text) => !isExpected(text))).toEqual([]);
}

/** For tests that find what they need on any server, whatever others did there: they share one. */
export const pagesTest = test.extend({
  site: async ({ sharedSite }, use) => use(sharedSite),
});

/** For tests that only look at pages: sharing a tab halves the time to the next page. */
export const lookingTest = pagesTest.extend({
  page: async ({ sharedTab, expectedConsole }, use) => {
    await watchingConsole(sharedTab, expectedConsole, () => use(sharedTab));
    await sharedTab.goto("about:blank");
  },
});

/** For tests of the way back: the pages are in a browser that keeps them. */
export const inBrowserThatKeepsPages = {
  context: async (
    { browserThatKeepsPages }: Pick<WorkerFixtures, "browserThatKeepsPages">,
    use: (context: BrowserContext) => Promise<void>,
  ) => {
    const context = await browserThatKeepsPages.newContext();
    await use(context);
    await context.close();
  },
};

export { expect };

/** Signs in with the login page's own call, and opens nothing. */
export async function startSession(page: Page, user: typeof admin = admin): Promise<void> {
  const response = await page.request.post(endpoints.login, { data: user });
  expect(response.status()).toBe(200);
}

/** Signs in, and opens that page of the desk. */
export async function signInAt(page: Page, path: string): Promise<void> {
  await startSession(page);
  await page.goto(path);
}

/** Signs in at the desk. Waits until it has its records, or the one that is asked for. */
export async function signIn(page: Page, path = "/admin"): Promise<void> {
  await signInAt(page, path);
  const counted = page.getByRole("tab", { name: /Quote Requests \(\d+\)/ });
  await counted.or(page.getByText("Notes and history")).first().waitFor();
  await page.getByText("Loading data...").waitFor({ state: "hidden" });
}

/** Fills and sends the login form that is open. */
export async function logIn(page: Page, user: Partial<typeof admin> = {}): Promise<void> {
  await page.getByLabel("Email").fill(user.email ?? admin.email);
  await page.getByLabel("Password").fill(user.password ?? admin.password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Signs in again in the dialog that a session's end has opened over the desk. */
export async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await dialog.getByLabel("Password").fill(admin.password);
  await dialog.getByRole("button", { name: "Login" }).click();
  await expect(dialog).toBeHidden();
}

// Half as long as what the package exports, and every page that is checked has to parse it.
const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Fails with what axe found, in short. Asked for colours, it looks at nothing else. */
export async function expectAccessible(page: Page, wanted: "all" | "colours" = "all"): Promise<void> {
  // A colour on its way to another is neither the one nor the other.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((one) => one.finished)));
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const found = await page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, options);
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    );
  }, axeOptions[wanted]);
  expect(found).toEqual([]);
}

/** Only colours differ in the dark, so nothing else is checked there. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, "colours");
}

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const axeOptions: Readonly<Record<"all" | "colours", axe.RunOptions>> = {
  all: { resultTypes: ["violations"] },
  colours: { resultTypes: ["violations"], runOnly: ["color-contrast", "link-in-text-block"] },
};
