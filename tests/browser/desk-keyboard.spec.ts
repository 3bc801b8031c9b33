import { setTimeout } from "node:timers/promises";

import type { CDPSession, Locator, Page } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { fieldEntries } from "#domain/submission.ts";

import {
  addName,
  cards,
  composer,
  history,
  note,
  record,
  replyText,
  shorthand,
  status,
  title,
  wide,
} from "./desk.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test.use({ viewport: wide });

const firstLink = (page: Page, index = 0) => cards(page).nth(index).getByRole("heading").getByRole("link");

test("every key does what the list of keys says, and nothing while somebody types", async ({
  page,
  site,
}) => {
  const references = (await site.addQuotes(4)).toReversed();
  await addName(site);
  await signIn(page);
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
  await expect(firstLink(page)).toBeFocused();
  await page.keyboard.press("Control+j");
  await page.keyboard.press("j");
  await expect(firstLink(page, 1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(firstLink(page)).toBeFocused();
  await page.keyboard.press("?");
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await expect(firstLink(page)).toBeFocused();

  await page.keyboard.press("n");
  await expect(note(page)).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`record=${references[0]}`));
  await page.keyboard.type("j2 jolly");
  await expect(note(page)).toHaveValue("j2 jolly");
  await page.keyboard.press("Escape");
  await expect(title(page)).toBeFocused();
  await page.keyboard.press("r");
  await expect(record(page).getByRole("list", { name: "Saved replies" })).toBeVisible();
  await expect(replyText(page)).toBeFocused();
  await page.keyboard.type("Yes, both bolts.");
  await expect(replyText(page)).toHaveValue("Yes, both bolts.");
  await replyText(page).fill("");
  await page.keyboard.press("Escape");
  await expect(title(page)).toBeFocused();
  await page.keyboard.press("3");
  await expect(status(page)).toHaveValue("completed");
  await page.keyboard.press("Escape");
  await expect(firstLink(page)).toBeFocused();
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
  await expect(firstLink(page, 1)).toBeFocused();

  for (const key of "gv") await page.keyboard.press(key);
  await expect(page).toHaveURL(/tab=vehicle_submissions/);
  for (const key of "gq") await page.keyboard.press(key);
  await expect(cards(page)).toHaveCount(3);
  expect(new URL(page.url()).searchParams.has("record")).toBe(false);

  await page.getByRole("button", { name: "Keys" }).click();
  await keys.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await firstLink(page).focus();
  await page.keyboard.press("j");
  await expect(firstLink(page)).toBeFocused();
});

test("owner, order, snooze and status have keys, and one undo takes any of them back", async ({
  page,
  site,
}) => {
  const [second = "", first = ""] = await site.addQuotes(2);
  // Otherwise a snooze past the promise would ask first.
  await site.change("update quote_requests set answered_at = created_at");
  await signIn(page);
  await firstLink(page).click();
  const open = record(page);
  await expect(title(page)).toBeFocused();
  const assignee = open.getByRole("combobox", { name: "With" });
  const isOrdered = open.getByRole("checkbox", { name: `Order placed: ${first}` });
  const steps = [
    { keys: ["a"], says: `${first}: with Administrator`, back: () => expect(assignee).toHaveValue("") },
    { keys: ["o"], says: `${first}: order placed`, back: () => expect(isOrdered).not.toBeChecked() },
    { keys: ["s", "Enter"], says: `${first}: snoozed until`, back: () => expect(endSnooze).toBeHidden() },
    { keys: ["4"], says: `${first}: Cancelled`, back: () => expect(status(page)).toHaveValue("new") },
  ];
  const endSnooze = open.getByRole("button", { name: "End snooze" });
  for (const { keys, says, back } of steps) {
    for (const key of keys) await page.keyboard.press(key);
    await expect(page.getByText(says)).toBeVisible();
    await expect(title(page)).toBeFocused();
    await page.keyboard.press("z");
    await expect(page.getByText(/^Undone\. /).filter({ hasText: first })).toBeVisible();
    await back();
  }

  await page.keyboard.press("e");
  await expect(open).toContainText(second);
  await expect(page.getByText(`${first}: Completed`)).toBeVisible();
  // The desk says so before the server has answered.
  const stored = () => site.sql("select ref_number, status from quote_requests order by number");
  await expect.poll(stored).toEqual([
    { ref_number: second, status: "new" },
    { ref_number: first, status: "completed" },
  ]);
});

test("m merges a record into the one that it repeats, which need not be listed, and undo takes it out again", async ({
  page,
  site,
}) => {
  const original = await site.addQuote();
  const again = await site.addQuote({ notes: "Any news?" });
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

  await firstLink(page).click();
  await page.getByRole("button", { name: `Merge into ${original}` }).click();
  await expect(title(page)).toBeFocused();
  await expect(history(page)).toContainText(`Merged it into ${original}`);
  await page.getByRole("link", { name: /same/ }).filter({ hasText: original }).click();
  await expect(page.getByText("Merged into this one")).toBeVisible();
  await page.keyboard.press("m");
  await expect(page.getByText(`${original} repeats no earlier record`)).toBeVisible();
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

const pauseMs = 30;

/** Adds 250 ms to every response, as over a slow line. */
async function slowLine(page: Page): Promise<CDPSession> {
  const browser = await page.context().newCDPSession(page);
  const throughput = { downloadThroughput: -1, uploadThroughput: -1 };
  await browser.send("Network.enable");
  await browser.send("Network.emulateNetworkConditions", { offline: false, latency: 250, ...throughput });
  return browser;
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

test("triage drill: all of a new record is read without scrolling; keys 30 ms apart over a slow line give 20 of them the status meant for each", async ({
  page,
  site,
}) => {
  const references = (await site.addQuotes(20)).toReversed();
  const given = ["in_progress", "completed", "cancelled"];
  await signIn(page, "/admin?tab=quote_requests&show=new");
  await expect(cards(page)).toHaveCount(20);
  for (const key of ["j", "Enter"]) await page.keyboard.press(key);
  await expect(title(page)).toBeFocused();
  const labels = fieldEntries(quoteRequest).map(([, { label }]) => label);
  expect(await unseen(record(page).getByRole("region", { name: "Details" }), labels)).toEqual([]);
  const browser = await slowLine(page);
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
  await signIn(page);
  await page.getByRole("article").filter({ hasText: first }).getByRole("link").first().click();
  await expect(history(page).getByRole("listitem")).toHaveCount(2);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/desk-record?*", (route) => held.then(() => route.continue()));
  await page.keyboard.press("j");
  await expect(record(page)).toContainText(second);
  await expect(
    record(page).getByRole("region", { name: "Details" }).getByText("Delivery address"),
  ).toBeVisible();
  await page.keyboard.press("4");
  await expect(status(page)).toHaveValue("cancelled");
  letGo();
  await expect(history(page).getByRole("listitem")).toHaveText([/New → Cancelled/, /^Stored/, /^Mailed/]);
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
  await signIn(page);
  await page.getByRole("article").filter({ hasText: reference }).getByRole("link").first().click();
  await page.keyboard.press("n");
  await expect(note(page)).toBeFocused();
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
  const match = await site.addQuote({ full_name: "Kiri Tamati", email: "kiri@example.co.nz" });
  await site.addQuotes(2);
  await signIn(page);
  await expect(cards(page)).toHaveCount(3);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/rest/v1/rpc/search_quote_requests?*", (route) => held.then(() => route.continue()));
  await page.keyboard.press("/");
  await page.keyboard.type("kiri");
  await page.keyboard.press("Enter");
  await page.keyboard.press("3");
  letGo();
  await expect(cards(page)).toHaveCount(1);
  await expect(firstLink(page)).toBeFocused();
  const completed = () => site.sql("select ref_number from quote_requests where status = 'completed'");
  expect(completed()).toEqual([]);
  await page.keyboard.press("3");
  await expect.poll(completed).toEqual([{ ref_number: match }]);
});

test("from the list, keys for a form open the record with it at once, and no digit sets a status", async ({
  page,
  site,
}) => {
  await addName(site);
  await site.addQuotes(1);
  await signIn(page);
  await expect(cards(page)).toHaveCount(1);
  const pane = page.waitForResponse(/record-pane-.*\.js$/);
  await page.keyboard.press("j");
  await (await pane).finished();
  await setTimeout(1000); // What the pane imports has come, too.
  await typeFast(await slowLine(page), ["q", "1", "8", "5"]);
  await expect(shorthand(page)).toHaveValue("185");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(firstLink(page)).toBeFocused();
  await typeFast(await slowLine(page), ["r", "1", "l", "3"]);
  await expect(replyText(page)).toBeFocused();
  await expect(history(page)).not.toContainText("Rang the customer");
  expect(site.sql("select status from quote_requests")).toEqual([{ status: "new" }]);
});

test("from the list, l logs a call, and a key of the deal waits until the deal is loaded: no other key changes or leaves the record", async ({
  page,
  site,
}) => {
  const [, reference = ""] = await site.addQuotes(2);
  await signIn(page);
  await expect(cards(page)).toHaveCount(2);
  await page.keyboard.press("j");
  await page.keyboard.press("l");
  await expect(history(page)).toContainText("Rang the customer");
  await page.keyboard.press("Escape");
  await typeFast(await slowLine(page), ["w", "3", "e"]);
  await expect(composer(page)).toBeVisible();
  await expect(record(page)).toContainText(reference);
  expect(site.sql("select distinct status from quote_requests")).toEqual([{ status: "new" }]);
});
