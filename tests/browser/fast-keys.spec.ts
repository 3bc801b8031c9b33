import { setTimeout } from "node:timers/promises";

import type { CDPSession } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { cards, record } from "./desk-page.ts";
import { expect, signIn, test } from "./site.ts";

const statuses = ["in_progress", "completed", "cancelled"];
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

for (const [order, count] of [
  ["newest", 20],
  ["due", 8],
] as const) {
  test(`keys 30 ms apart over a slow line give ${count} records, ${order} first, the status meant for each`, async ({
    page,
    site,
  }) => {
    const added = await site.addQuotes(count);
    const references = order === "due" ? added : added.toReversed();
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, `/admin?tab=quote_requests&show=new&sort=${order}`);
    await expect(cards(page)).toHaveCount(count);
    const browser = await page.context().newCDPSession(page);
    await slowDown(browser);
    const triage = references.flatMap((_, index) => [String((index % 3) + 2), "j"]);
    const opening = ["j", "Enter"];
    expect(opening.length + triage.length).toBeLessThanOrEqual(45);
    for (const key of opening) await page.keyboard.press(key);
    await typeFast(browser, triage);
    const meant = references.map((reference, index) => ({ reference, status: statuses[index % 3] }));
    const stored = () =>
      site.sql(`select ref_number as reference, status from quote_requests
        order by number ${order === "due" ? "asc" : "desc"}`);
    await expect.poll(stored, { timeout: 30_000 }).toEqual(meant);
    await expect(cards(page)).toHaveCount(0);
  });
}

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
  await page.keyboard.press("j");
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
