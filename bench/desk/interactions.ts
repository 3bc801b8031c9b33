import { type BrowserContext, chromium, type Page } from "@playwright/test";

import { chromiumFlags } from "../../scripts/chromium.mjs";
import { requireBrowser } from "../lighthouse/browser.ts";
import type { DeskServer } from "./desk-server.ts";

/** Milliseconds of one interaction: until the browser painted its effect, and until the answer stood there. */
export interface Interaction {
  readonly event: number;
  readonly shown: number;
}

const rounds = 20;

/** What the browser reports only from this time on took less. */
const shortestEvent = 16;

type Act = (page: Page) => Promise<void>;

const detailTitle = (page: Page) => page.locator("#detail-title");
const shownStatus = (page: Page) => page.getByText(/^Showing \d+/);

const settled = (page: Page) =>
  page.waitForFunction(() => document.querySelector("[role=tabpanel] [aria-busy=true]") === null);

/** Each with what puts the desk back. */
const acts: Readonly<Record<string, readonly [act: Act, undo: Act]>> = {
  "open a record": [
    async (page) => {
      await page.getByRole("tabpanel").getByRole("article").first().getByRole("link").first().click();
      await detailTitle(page).waitFor();
    },
    async (page) => {
      await page.getByRole("link", { name: "Close" }).click();
      await detailTitle(page).waitFor({ state: "detached" });
    },
  ],
  filter: [
    async (page) => {
      await page.getByRole("link", { name: /^Cancelled/ }).click();
      await page.getByRole("article").filter({ hasText: "Cancelled" }).first().waitFor();
      await settled(page);
    },
    async (page) => {
      await page.getByRole("link", { name: /^All/ }).click();
      await settled(page);
    },
  ],
  "set a status": [changeFirstStatus, changeFirstStatus],
  "type in the search": [
    async (page) => {
      await page.getByRole("searchbox").press("h");
      await page.getByText(/More than 50 matches/).waitFor();
    },
    async (page) => {
      await page.getByRole("searchbox").fill("");
      await shownStatus(page).waitFor();
    },
  ],
};

/** By keyboard, since the list of choices is the system's own. */
async function changeFirstStatus(page: Page): Promise<void> {
  const select = page.getByRole("tabpanel").getByRole("article").getByRole("combobox").first();
  const before = await select.inputValue();
  await select.focus();
  await page.keyboard.press(before === "new" || before === "completed" ? "ArrowDown" : "ArrowUp");
  await page.waitForFunction((former) => {
    const found = document.querySelector<HTMLSelectElement>("[role=tabpanel] article select");
    return found !== null && !found.disabled && found.value !== former;
  }, before);
}

/** What staff do in a real browser over this desk. */
export async function measureInteractions(server: DeskServer): Promise<Record<string, Interaction[]>> {
  const browser = await chromium.launch({ executablePath: requireBrowser(), args: chromiumFlags });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await openDesk(context, server);
    const results: Record<string, Interaction[]> = {};
    for (const [name, [act, undo]] of Object.entries(acts)) {
      const interactions: Interaction[] = [];
      // For ten seconds, the offer to undo the last change stands where the status does.
      await shownStatus(page).waitFor();
      for (let round = 0; round < rounds; round += 1) {
        interactions.push(await timed(page, act));
        await undo(page);
      }
      results[name] = interactions;
    }
    return results;
  } finally {
    await browser.close();
  }
}

async function openDesk(context: BrowserContext, { port, cookie }: DeskServer): Promise<Page> {
  const [name = "", value = ""] = cookie.split("=");
  const place = { domain: "localhost", path: "/", secure: true, httpOnly: true } as const;
  await context.addCookies([{ name, value, ...place, sameSite: "Lax" }]);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const events: number[] = [];
    Object.assign(globalThis, { benchEvents: events });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) events.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await page.goto(`http://localhost:${port}/admin`);
  await shownStatus(page).waitFor();
  return page;
}

async function timed(page: Page, act: Act): Promise<Interaction> {
  await page.evaluate(() => Reflect.get(globalThis, "benchEvents").splice(0));
  const start = performance.now();
  await act(page);
  const shown = performance.now() - start;
  // Events are reported after the frame that shows their effect.
  const event = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        setTimeout(() => resolve(Math.max(0, ...Reflect.get(globalThis, "benchEvents"))), 150);
      }),
  );
  return { event: Math.max(event, shortestEvent), shown };
}
