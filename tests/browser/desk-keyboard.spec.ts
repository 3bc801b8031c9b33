import { setTimeout } from "node:timers/promises";

import type { CDPSession, Locator } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { fieldEntries } from "#domain/submission.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { cards, record } from "./desk-page.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

const statuses = "select status, count(*) as count from quote_requests group by status order by status";

test("triage drill: 20 new records are read and given a status in at most 60 key presses", async ({
  page,
  site,
}) => {
  const references = await site.addQuotes(20);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "/admin?tab=quote_requests&show=new");
  await expect(cards(page)).toHaveCount(20);
  let presses = 0;
  const press = (key: string) => {
    presses += 1;
    return page.keyboard.press(key);
  };
  const labels = fieldEntries(quoteRequest).map(([, { label }]) => label);
  const filters = page.getByRole("navigation", { name: "Filters" });
  await press("j");
  await expect(cards(page).first().getByRole("link").first()).toBeFocused();
  await press("Enter");
  for (const [index, reference] of references.toReversed().entries()) {
    const open = record(page).filter({ hasText: reference });
    await expect(open.getByRole("heading", { level: 2 })).toBeFocused();
    expect(await unseen(open.getByRole("region", { name: "Details" }), labels)).toEqual([]);
    await press(String((index % 3) + 2));
    await expect(filters.getByRole("link", { name: `New ${19 - index}` })).toBeVisible();
    await press("j");
  }
  expect(presses).toBeLessThanOrEqual(60);
  expect(site.sql(statuses)).toEqual([
    { status: "cancelled", count: 6 },
    { status: "completed", count: 7 },
    { status: "in_progress", count: 7 },
  ]);
});

/** The labels of the fields that cannot be read without scrolling; those left empty are named in a line. */
function unseen(details: Locator, labels: string[]): Promise<string[]> {
  return details.evaluate((section, all) => {
    const isSeen = (element: Element | null | undefined) => {
      const { top, bottom } = element?.getBoundingClientRect() ?? { top: -1, bottom: 0 };
      return top >= 0 && bottom <= innerHeight;
    };
    const terms = [...section.querySelectorAll("dt")];
    const empty = section.querySelector("dl + p");
    return all.filter((label) => {
      const term = terms.find(({ textContent }) => textContent === label);
      const isEmpty = term === undefined && (empty?.textContent.includes(label) ?? false);
      return !isSeen(isEmpty ? empty : term?.nextElementSibling);
    });
  }, labels);
}

test("every key does what the list of keys says, and nothing while somebody types", async ({
  page,
  site,
}) => {
  const references = (await site.addQuotes(4)).toReversed();
  await site.change("update users set full_name = 'Mia Rata'");
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  const title = (index: number) => cards(page).nth(index).getByRole("heading").getByRole("link");
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys.getByText("Next record")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();

  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search" });
  await expect(search).toBeFocused();
  await page.keyboard.type("jk4?");
  await expect(search).toHaveValue("jk4?");
  await search.fill("");
  await expect(cards(page)).toHaveCount(4);
  await page.keyboard.press("Enter");
  await expect(title(0)).toBeFocused();
  await page.keyboard.press("Control+j");
  await page.keyboard.press("j");
  await expect(title(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(title(0)).toBeFocused();
  await page.keyboard.press("?");
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await expect(title(0)).toBeFocused();

  await page.keyboard.press("n");
  const note = record(page).getByRole("textbox", { name: "Note for staff" });
  await expect(note).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`record=${references[0]}`));
  await page.keyboard.type("j2 jolly");
  await expect(note).toHaveValue("j2 jolly");
  await page.keyboard.press("Escape");
  await expect(record(page).getByRole("heading", { level: 2 })).toBeFocused();
  await page.keyboard.press("r");
  await expect(record(page).getByRole("list", { name: "Saved replies" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(record(page).getByRole("button", { name: "Reply" })).toBeFocused();
  await page.keyboard.press("3");
  await expect(record(page).getByRole("combobox", { name: /^Status of/ })).toHaveValue("completed");
  await page.keyboard.press("Escape");
  await expect(title(0)).toBeFocused();
  await expect(cards(page).first()).toContainText("Completed");
  await page.keyboard.press("z");
  await expect(page.getByText(`Undone. Back to New: ${references[0]}`)).toBeVisible();
  await expect(cards(page).first().getByRole("combobox")).toHaveValue("new");

  // Under a filter, the record that takes the place of a changed one has the focus.
  const loaded = page.waitForResponse(/status=eq\.new/);
  await page.getByRole("navigation", { name: "Filters" }).getByRole("link", { name: "New 4" }).click();
  await loaded;
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("2");
  await expect(cards(page)).toHaveCount(3);
  await expect(cards(page).nth(1)).toHaveAttribute("data-reference", references[2] ?? "");
  await expect(title(1)).toBeFocused();

  for (const key of "gv") await page.keyboard.press(key);
  await expect(page).toHaveURL(/tab=vehicle_submissions/);
  for (const key of "gq") await page.keyboard.press(key);
  await expect(cards(page)).toHaveCount(3);
  expect(new URL(page.url()).searchParams.has("record")).toBe(false);

  await page.getByRole("button", { name: "Keys" }).click();
  await keys.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await title(0).focus();
  await page.keyboard.press("j");
  await expect(title(0)).toBeFocused();
});

test("owner, order, snooze and status have keys, and one undo takes any of them back", async ({
  page,
  site,
}) => {
  const [second = "", first = ""] = await site.addQuotes(2);
  // Otherwise a snooze past the promise would ask first.
  await site.change("update quote_requests set answered_at = created_at");
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await cards(page).first().getByRole("heading").getByRole("link").click();
  const open = record(page);
  await expect(open.getByRole("heading", { level: 2 })).toBeFocused();
  const assignee = open.getByRole("combobox", { name: "With" });
  const isOrdered = open.getByRole("checkbox", { name: `Order placed: ${first}` });
  const status = open.getByRole("combobox", { name: /^Status of/ });
  const steps = [
    { keys: ["a"], says: `${first}: with Administrator`, back: () => expect(assignee).toHaveValue("") },
    { keys: ["o"], says: `${first}: order placed`, back: () => expect(isOrdered).not.toBeChecked() },
    { keys: ["s", "Enter"], says: `${first}: snoozed until`, back: () => expect(endSnooze).toBeHidden() },
    { keys: ["4"], says: `${first}: Cancelled`, back: () => expect(status).toHaveValue("new") },
  ];
  const endSnooze = open.getByRole("button", { name: "End snooze" });
  for (const { keys, says, back } of steps) {
    for (const key of keys) await page.keyboard.press(key);
    await expect(page.getByText(says)).toBeVisible();
    await expect(open.getByRole("heading", { level: 2 })).toBeFocused();
    await page.keyboard.press("z");
    await expect(page.getByText(/^Undone\. /).filter({ hasText: first })).toBeVisible();
    await back();
  }

  await page.keyboard.press("e");
  await expect(open).toContainText(second);
  await expect(page.getByText(`${first}: Completed`)).toBeVisible();
  expect(site.sql("select ref_number, status from quote_requests order by number")).toEqual([
    { ref_number: second, status: "new" },
    { ref_number: first, status: "completed" },
  ]);
});

test("m merges a record into the one that it repeats, which need not be listed, and undo takes it out again", async ({
  page,
  site,
}) => {
  const quote = (fields: object) =>
    site.add({ submission: quoteRequest, percent: 100, fill: () => ({ ...quoteExample, ...fields }) }, 1);
  const [original = ""] = await quote({});
  const [again = ""] = await quote({ notes: "Any news?" });
  await site.change(`update quote_requests set status = 'in_progress' where ref_number = '${original}'`);
  const stored = () =>
    site.sql("select status, duplicate_of from quote_requests order by number desc limit 1");
  await signIn(page);
  await page.getByRole("link", { name: /^New \d/ }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText(`The same as ${original}`);
  await page.keyboard.press("j");
  await page.keyboard.press("m");
  await expect(page.getByText(`${again}: merged into ${original}`)).toBeVisible();
  expect(stored()).toEqual([{ status: "cancelled", duplicate_of: original }]);
  await page.keyboard.press("z");
  await expect(page.getByText(`Undone. Back to New: ${again}`)).toBeVisible();
  expect(stored()).toEqual([{ status: "new", duplicate_of: null }]);

  await cards(page).getByRole("heading").getByRole("link").click();
  await page.getByRole("button", { name: `Merge into ${original}` }).click();
  await expect(record(page).getByRole("heading", { level: 2 })).toBeFocused();
  const history = page.getByRole("list", { name: "History" });
  await expect(history).toContainText(`Merged it into ${original}`);
  await page.getByRole("link", { name: /same/ }).filter({ hasText: original }).click();
  await expect(page.getByText("Merged into this one")).toBeVisible();
  await page.keyboard.press("m");
  await expect(page.getByText(`${original} repeats no earlier record`)).toBeVisible();
});

const pauseMs = 30;

/** Adds 250 ms to every response, as over a slow line. */
async function slowDown(browser: CDPSession): Promise<void> {
  const throughput = { downloadThroughput: -1, uploadThroughput: -1 };
  await browser.send("Network.enable");
  await browser.send("Network.emulateNetworkConditions", { offline: false, latency: 250, ...throughput });
}

/** Presses keys without waiting for what the page makes of them. */
async function typeFast(browser: CDPSession, keys: readonly string[]): Promise<void> {
  const sent = keys.map(async (key, index) => {
    await setTimeout(index * pauseMs);
    const event = { key, code: /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}` };
    const down = browser.send("Input.dispatchKeyEvent", { type: "keyDown", text: key, ...event });
    const up = browser.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
    await Promise.all([down, up]);
  });
  await Promise.all(sent);
}

test("keys 30 ms apart over a slow line give 20 records the status meant for each", async ({
  page,
  site,
}) => {
  const references = (await site.addQuotes(20)).toReversed();
  const given = ["in_progress", "completed", "cancelled"];
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "/admin?tab=quote_requests&show=new");
  await expect(cards(page)).toHaveCount(20);
  const browser = await page.context().newCDPSession(page);
  await slowDown(browser);
  for (const key of ["j", "Enter"]) await page.keyboard.press(key);
  await typeFast(
    browser,
    references.flatMap((_, index) => [String((index % 3) + 2), "j"]),
  );
  const meant = references.map((reference, index) => ({ reference, status: given[index % 3] }));
  const stored = () =>
    site.sql("select ref_number as reference, status from quote_requests order by number desc");
  await expect.poll(stored, { timeout: 30_000 }).toEqual(meant);
  await expect(cards(page)).toHaveCount(0);
});

test("after j the next record shows at once, and a key is for it, though its history is still on the way", async ({
  page,
  site,
}) => {
  const [second = "", first = ""] = await site.addQuotes(2);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await page.getByRole("article").filter({ hasText: first }).getByRole("link").first().click();
  await expect(record(page).getByRole("list", { name: "History" }).getByRole("listitem")).toHaveCount(2);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/desk-record?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press("j");
  await expect(record(page)).toContainText(second);
  await expect(
    record(page).getByRole("region", { name: "Details" }).getByText("Delivery address"),
  ).toBeVisible();
  await page.keyboard.press("4");
  await expect(record(page).getByRole("combobox", { name: /^Status of/ })).toHaveValue("cancelled");
  letGo();
  const history = record(page).getByRole("list", { name: "History" }).getByRole("listitem");
  await expect(history).toHaveText([/New → Cancelled/, /^Stored/, /^Mailed/]);
  expect(site.sql("select ref_number, status from quote_requests order by number")).toEqual([
    { ref_number: second, status: "cancelled" },
    { ref_number: first, status: "new" },
  ]);
});

test("a text field that goes while somebody types does not turn the rest of the word into shortcuts", async ({
  page,
  site,
}) => {
  const [reference = ""] = await site.addQuotes(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await page.getByRole("article").filter({ hasText: reference }).getByRole("link").first().click();
  await page.keyboard.press("n");
  await expect(page.getByRole("textbox", { name: "Note for staff" })).toBeFocused();
  await page.keyboard.type("AB");
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await page.keyboard.type("1234");
  await page.waitForTimeout(700);
  expect(site.sql("select status from quote_requests")).toEqual([{ status: "new" }]);
  await page.keyboard.press("3");
  await expect.poll(() => site.sql("select status from quote_requests")).toEqual([{ status: "completed" }]);
});

test("keys pressed while a search is on its way change nothing: Enter leads to its first match once it is there", async ({
  page,
  site,
}) => {
  const fill = () => ({ ...quoteExample, full_name: "Kiri Tamati", email: "kiri@example.co.nz" });
  const [match = ""] = await site.add({ submission: quoteRequest, percent: 100, fill }, 1);
  await site.addQuotes(2);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await expect(cards(page)).toHaveCount(3);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/rest/v1/rpc/search_quote_requests?*", async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press("/");
  await page.keyboard.type("kiri");
  await page.keyboard.press("Enter");
  await page.keyboard.press("3");
  letGo();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).getByRole("heading").getByRole("link")).toBeFocused();
  const completed = () => site.sql("select ref_number from quote_requests where status = 'completed'");
  expect(completed()).toEqual([]);
  await page.keyboard.press("3");
  await expect.poll(completed).toEqual([{ ref_number: match }]);
});

test("from the list, keys for a form open the record with it at once, and no digit sets a status", async ({
  page,
  site,
}) => {
  await site.change("update users set full_name = 'Mia Rata'");
  await site.addQuotes(1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  const pane = page.waitForResponse(/record-pane-.*\.js$/);
  await page.keyboard.press("j");
  await (await pane).finished();
  const browser = await page.context().newCDPSession(page);
  await slowDown(browser);
  await typeFast(browser, ["q", "1", "8", "5"]);
  await expect(record(page).getByRole("textbox", { name: /^Price, grade/ })).toHaveValue("185");
  await expect(record(page).getByRole("form", { name: "Quote" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(cards(page).first().getByRole("link").first()).toBeFocused();
  await page.keyboard.press("r");
  await page.keyboard.press("1");
  await expect(record(page).getByRole("textbox", { name: /^To/ })).toBeFocused();
  expect(site.sql("select status from quote_requests")).toEqual([{ status: "new" }]);
});

test("from the list, l logs a call, and a key of the deal waits until the deal is loaded: no other key changes or leaves the record", async ({
  page,
  site,
}) => {
  const [, reference = ""] = await site.addQuotes(2);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  await page.keyboard.press("j");
  await page.keyboard.press("l");
  await expect(record(page).getByRole("list", { name: "History" })).toContainText("Rang the customer");
  await page.keyboard.press("Escape");
  const browser = await page.context().newCDPSession(page);
  await slowDown(browser);
  await typeFast(browser, ["w", "3", "e"]);
  await expect(record(page).getByRole("form", { name: "Quote" })).toBeVisible();
  await expect(record(page)).toContainText(reference);
  expect(site.sql("select distinct status from quote_requests")).toEqual([{ status: "new" }]);
});
