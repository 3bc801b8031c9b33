import type { Page } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

const selected = (page: Page) => page.getByRole("region", { name: "Selected records" });
const dialog = (page: Page) => page.getByRole("dialog");

/** Requests of these people, all selected, the last one listed first. */
async function selectAll(page: Page, site: SiteProcess, people: readonly string[]): Promise<string[]> {
  const names = people.values();
  const fill = () => ({ ...quoteExample, full_name: names.next().value ?? "" });
  const references = await site.add({ submission: quoteRequest, percent: 100, fill }, people.length);
  await signIn(page);
  for (const reference of references)
    await page.getByRole("checkbox", { name: `Select ${reference}` }).check();
  return references;
}

test("one saved reply goes to all selected customers, each with their name, and one undo takes all back", async ({
  page,
  site,
}) => {
  await site.change("update users set full_name = 'Mia Rata'");
  await selectAll(page, site, ["Liam Wihongi", "Kiri Tamati"]);
  await selected(page).getByRole("button", { name: "Reply" }).click();
  await expect(dialog(page)).toContainText("Reply to 2 customers");
  await dialog(page).getByLabel("Saved reply").selectOption("Quote: not in stock");
  await expect(dialog(page)).toContainText("Hi Kiri,");
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Send 2" }).click();
  await expect(page.getByText("2 replies are about to leave")).toBeVisible();
  const queued = () =>
    site.sql("select words from outbox where kind = 'reply' and state = 'queued' order by words");
  expect(queued().map(({ words }) => String(words).split("\n")[0])).toEqual(["Hi Kiri,", "Hi Liam,"]);
  await page.keyboard.press("z");
  await expect(page.getByText("Undone: 2 replies are about to leave")).toBeVisible();
  expect(queued()).toEqual([]);
});

test("snoozing several past a promised reply says of how many, and asks first", async ({ page, site }) => {
  await selectAll(page, site, ["Liam Wihongi", "Kiri Tamati", "Hemi Walker"]);
  await site.change("update quote_requests set answered_at = created_at where full_name = 'Hemi Walker'");
  await page.reload();
  await expect(page.getByRole("checkbox", { name: /^Select QK/ })).toHaveCount(3);
  for (const box of await page.getByRole("checkbox", { name: /^Select QK/ }).all()) await box.check();
  await selected(page).getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("button", { name: /^In two weeks/ }).click();
  await expect(dialog(page)).toContainText("To 2 of these 3");
  const snoozed = () => site.sql("select full_name from quote_requests where snoozed_until is not null");
  expect(snoozed()).toEqual([]);
  await dialog(page)
    .getByRole("button", { name: /^Snooze until/ })
    .click();
  await expect(page.getByText("3 records: snoozed until")).toBeVisible();
  expect(snoozed()).toHaveLength(3);
});
