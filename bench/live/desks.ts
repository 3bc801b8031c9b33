import { type Browser, chromium, type Page } from "@playwright/test";

import { chromiumFlags } from "../../scripts/chromium.mjs";
import { requireBrowser } from "../lighthouse/browser.ts";

/** Desks that people have open: pages of a real browser, each with a session of its own. */
export interface Desks {
  /** When, in milliseconds since the epoch, each desk first showed a record. */
  sightings(reference: string): Promise<number[]>;
  close(): Promise<void>;
}

export async function openDesks(origin: string, sessions: readonly string[]): Promise<Desks> {
  const browser = await chromium.launch({ executablePath: requireBrowser(), args: chromiumFlags });
  try {
    const pages: Page[] = [];
    for (const access of sessions) pages.push(await openDesk(browser, origin, access));
    return {
      sightings: (reference) => Promise.all(pages.map((page) => sightingOn(page, reference))),
      close: () => browser.close(),
    };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function openDesk(browser: Browser, origin: string, access: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const name = "__Host-quadkea_session";
  const url = origin.replace("http:", "https:"); // A cookie with this prefix belongs to https, also on this machine.
  await context.addCookies([{ name, value: access, url, secure: true, sameSite: "Strict" }]);
  const page = await context.newPage();
  await page.addInitScript(noteSightings);
  await page.goto(`${origin}/admin`);
  await page.getByRole("tab", { name: /Quote Requests \(\d+\)/ }).waitFor();
  return page;
}

/** In the page: records when a record is first painted. */
function noteSightings(): void {
  const seen = new Map<string, PromiseWithResolvers<number>>();
  const of = (reference: string) => {
    const sighting = seen.get(reference) ?? Promise.withResolvers<number>();
    seen.set(reference, sighting);
    return sighting;
  };
  Reflect.set(window, "sightingOf", (reference: string) => of(reference).promise);
  const look = () => {
    for (const card of document.querySelectorAll<HTMLElement>("[data-reference]")) {
      of(card.dataset["reference"] ?? "").resolve(Date.now());
    }
  };
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(look))).observe(document, {
    childList: true,
    subtree: true,
  });
}

async function sightingOn(page: Page, reference: string): Promise<number> {
  return Number(
    await page.evaluate(
      (wanted) => (Reflect.get(window, "sightingOf") as (one: string) => unknown)(wanted),
      reference,
    ),
  );
}
