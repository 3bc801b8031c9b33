import type { Page, Route } from "@playwright/test";

import { deskMessages } from "#domain/desk-wire.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

const selected = (page: Page) => page.getByRole("region", { name: "Selected records" });
const dialog = (page: Page) => page.getByRole("dialog");
const title = (page: Page, reference: string) =>
  page.getByRole("article", { name: reference }).getByRole("heading").getByRole("link");

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
  // What is left to fill in is asked about first.
  await dialog(page).getByLabel("Saved reply").selectOption("Quote: we have it");
  await dialog(page).getByRole("button", { name: "Send 2" }).click();
  await expect(dialog(page).getByRole("alert")).toContainText("Fill in “Price: $ NZD including GST”");
  await dialog(page).getByLabel("Saved reply").selectOption("Quote: not in stock");
  await expect(dialog(page)).toContainText("Hi Kiri,");
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Send 2" }).click();
  await expect(page.getByText("Sending 2 replies")).toBeVisible();
  const queued = () =>
    site.sql("select words from outbox where kind = 'reply' and state = 'queued' order by words");
  expect(queued().map(({ words }) => String(words).split("\n")[0])).toEqual(["Hi Kiri,", "Hi Liam,"]);
  await page.keyboard.press("z");
  await expect(page.getByText("Undone. 2 replies were not sent")).toBeVisible();
  expect(queued()).toEqual([]);
});

const queuedReplies = (site: SiteProcess) =>
  site
    .sql("select ref_number from outbox where kind = 'reply' and state = 'queued'")
    .map(({ ref_number: reference }) => String(reference));

/** Chooses a saved reply for all of them, in the dialog. */
async function beginReply(page: Page, site: SiteProcess, people: readonly string[]): Promise<string[]> {
  await site.change("update users set full_name = 'Mia Rata'");
  const references = await selectAll(page, site, people);
  await selected(page).getByRole("button", { name: "Reply" }).click();
  await dialog(page).getByLabel("Saved reply").selectOption("Quote: not in stock");
  return references;
}

test.describe("when a response is lost", () => {
  test.use({ expectedConsole: ["net::ERR", "could not be reached", "409"] });

  test("Send again sends no second copy; Escape says how many are about to leave, and one undo takes all back", async ({
    page,
    site,
  }) => {
    const references = await beginReply(page, site, ["Liam Wihongi", "Kiri Tamati", "Hemi Walker"]);
    const lose = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(`**/desk-reply?reference=${references[1]}`, lose, { times: 2 });
    for (const _ of [1, 2]) {
      await dialog(page).getByRole("button", { name: "Send 3" }).click();
      await expect(dialog(page).getByRole("alert")).toContainText(deskMessages.unreachable);
    }
    expect(queuedReplies(site).toSorted()).toEqual(references.toSorted());
    await page.keyboard.press("Escape");
    await expect(page.getByText("Sending 2 replies")).toBeVisible();
    await page.keyboard.press("z");
    await expect(page.getByText("Undone. 2 replies were not sent")).toBeVisible();
    expect(queuedReplies(site)).toEqual([]);
  });
});

test("Escape while they are sent stops at those on their way, and one undo takes these back", async ({
  page,
  site,
}) => {
  await beginReply(page, site, ["Liam", "Kiri", "Hemi", "Aroha", "Tane", "Mere", "Rangi"]);
  let asked = 0;
  const answer = Promise.withResolvers<void>();
  await page.route("**/desk-reply?*", async (route) => {
    asked += 1;
    await answer.promise;
    await route.continue();
  });
  await dialog(page).getByRole("button", { name: "Send 7" }).click();
  await expect.poll(() => asked).toBe(5);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  answer.resolve();
  await expect(page.getByText("Sending 5 replies")).toBeVisible();
  expect(queuedReplies(site)).toHaveLength(5);
  await page.keyboard.press("z");
  await expect(page.getByText("Undone. 5 replies were not sent")).toBeVisible();
  expect(queuedReplies(site)).toEqual([]);
});

test("snoozing several past a promised reply says of how many, and asks first", async ({ page, site }) => {
  const references = await selectAll(page, site, ["Liam Wihongi", "Kiri Tamati", "Hemi Walker"]);
  await site.change("update quote_requests set answered_at = created_at where full_name = 'Hemi Walker'");
  await page.reload();
  await expect(page.getByRole("checkbox", { name: /^Select QK/ })).toHaveCount(3);
  for (const box of await page.getByRole("checkbox", { name: /^Select QK/ }).all()) await box.check();
  await selected(page).getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("button", { name: /^In two weeks/ }).click();
  await expect(dialog(page)).toContainText("For 2 of these 3");
  const snoozed = () => site.sql("select full_name from quote_requests where snoozed_until is not null");
  expect(snoozed()).toEqual([]);
  await dialog(page)
    .getByRole("button", { name: /^Snooze until/ })
    .click();
  await expect(page.getByText("3 records: snoozed until")).toBeVisible();
  expect(snoozed()).toHaveLength(3);
  await expect(title(page, references.at(-1) ?? "")).toBeFocused();
});

test("a date of one's own snoozes only when it is set", async ({ page, site }) => {
  await selectAll(page, site, ["Liam Wihongi"]);
  await selected(page).getByRole("button", { name: "Snooze" }).click();
  const date = page.getByLabel("Or on");
  await date.fill(new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10));
  await page.keyboard.press("ArrowUp");
  await expect(date).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toContainText("Snooze past the promised reply?");
});

test("with records selected, keys are for the open record, and without one for the selection, from where the user goes on", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 900, height: 900 });
  const [open = "", ...chosen] = await selectAll(page, site, ["Liam Wihongi", "Kiri Tamati", "Hemi Walker"]);
  await site.change("update quote_requests set answered_at = created_at");
  await page.reload();
  for (const reference of chosen) await page.getByRole("checkbox", { name: `Select ${reference}` }).check();
  await title(page, open).click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeFocused();
  await page.keyboard.press("4");
  await expect(page.getByText(`${open}: Cancelled`)).toBeVisible();
  const cancelled = () => site.sql("select ref_number from quote_requests where status = 'cancelled'");
  expect(cancelled()).toEqual([{ ref_number: open }]);
  await page.keyboard.press("Escape");
  await expect(selected(page)).toContainText("2 selected");
  await page.keyboard.press("s");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 records: snoozed until")).toBeVisible();
  await expect(selected(page)).toBeHidden();
  await expect(title(page, chosen.at(-1) ?? "")).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await selected(page).getByRole("button", { name: "Clear selection" }).press("Enter");
  await expect(title(page, chosen[0] ?? "")).toBeFocused();
});

test("Select all by keyboard selects every listed record and leaves the focus on the button beside it", async ({
  page,
  site,
}) => {
  const [, second] = await selectAll(page, site, ["Liam Wihongi", "Kiri Tamati"]);
  await page.getByRole("checkbox", { name: `Select ${second}` }).uncheck();
  await selected(page).getByRole("button", { name: "Select all 2" }).press("Enter");
  await expect(selected(page)).toContainText("2 selected");
  await expect(selected(page).getByRole("button", { name: "Clear selection" })).toBeFocused();
});

test("keys go through the choices for the selected records without acting; Enter acts, Escape goes back", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const references = await selectAll(page, site, ["Liam Wihongi", "Kiri Tamati"]);
  const button = selected(page).getByRole("button", { name: "Set status" });
  const menu = selected(page).getByRole("group", { name: "Set status" });
  const choice = (name: string) => menu.getByRole("button", { name });
  const changed = () => site.sql("select status from quote_requests where status <> 'new'");
  await button.press("Enter");
  await expect(choice("New")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("ArrowUp");
  await expect(choice("Cancelled")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await expect(choice("In progress")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await expect(selected(page)).toContainText("2 selected");
  expect(changed()).toEqual([]);
  await button.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText("2 records: Completed")).toBeVisible();
  expect(changed()).toHaveLength(2);
  await expect(title(page, references.at(-1) ?? "")).toBeFocused();
});
