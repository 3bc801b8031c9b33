import type { BrowserContext, Page } from "@playwright/test";

import type { Example } from "#tests/submission-examples.ts";

import { staffMails } from "./arrived-once.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect } from "./site.ts";

export const saved = (page: Page) =>
  page.getByText("Saved on this phone. We send it as soon as there is signal.");
export const outbox = (page: Page) => page.locator("[data-outbox]");
export const storedHere = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));

/** One staff mail and one record; nothing that was typed is left on the device. */
export async function expectSentOnce(
  page: Page,
  site: SiteProcess,
  { submission, values }: Example,
): Promise<void> {
  await expect(outbox(page)).toContainText(/QK-\w{6}-\w{4}/, { timeout: 30_000 });
  await expect(outbox(page)).toContainText("That is by");
  await expect(saved(page)).toHaveCount(0);
  expect(await storedHere(page)).not.toContain(String(values["email"]));
  const [record, ...others] = site.sql(`select ref_number from ${submission.table}`);
  expect(others).toEqual([]);
  await expect(outbox(page)).toContainText(String(record?.["ref_number"]));
  expect(await staffMails(site, submission)).toHaveLength(1);
}

/** The server gets the next call to that path, and its response is lost with the signal. */
export const loseResponse = async (page: Page, context: BrowserContext, path: string) =>
  page.route(
    path,
    async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await route.abort("internetdisconnected");
    },
    { times: 1 },
  );
