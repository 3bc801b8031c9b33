import type { Page } from "@playwright/test";

import { cards, record } from "./desk-page.ts";
import { expect, signIn, startSession, test } from "./site.ts";

const undo = (page: Page) => page.getByRole("button", { name: "Undo" });

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

  await page.keyboard.press("z");
  await expect(page.getByText(`Undone. Back to New: ${first}`)).toBeVisible();
  await page.keyboard.press("k");
  await expect(open).toContainText(first);
  await open.getByRole("button", { name: "Complete and next" }).click();
  await expect(open).toContainText(second);
  await expect(page.getByText(`${first}: Completed`)).toBeVisible();
  // It is the last one, and stays open.
  await open.getByRole("button", { name: "Complete and next" }).press("Enter");
  await expect(page.getByText(`${second}: Completed`)).toBeVisible();
  await expect(open.getByRole("heading", { level: 2 })).toBeFocused();

  await site.change("update quote_requests set status = 'new', answered_at = null");
  await page.reload();
  await expect(open).toContainText(second);
  await page.keyboard.press("s");
  await page.getByRole("button", { name: /^In two weeks/ }).press("Enter");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Snooze until/ })
    .press("Enter");
  await expect(endSnooze).toBeVisible();
  await expect(open.getByRole("heading", { level: 2 })).toBeFocused();

  await page.keyboard.press("n");
  await page.keyboard.type("Rang, no answer.");
  await page.keyboard.press("Control+Enter");
  await expect(open.getByRole("list", { name: "History" })).toContainText("Rang, no answer.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("d");
  await expect(page).toHaveURL(/sort=due/);
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/tab=contact_messages/);
});

test("the undo covers nothing, on a desk and on a phone, and goes away after ten seconds", async ({
  page,
  site,
}) => {
  const references = await site.addQuotes(30);
  // The widest letters there are.
  await site.change(
    `update quote_requests set ref_number = 'QK-WWWWWW-WWWW' where ref_number = '${references.at(-2)}'`,
  );
  await page.clock.install();
  await startSession(page);
  for (const { width, height, status } of [
    { width: 1440, height: 900, status: "completed" },
    { width: 360, height: 740, status: "cancelled" },
  ]) {
    await page.setViewportSize({ width, height });
    await page.goto("/admin?tab=quote_requests");
    await cards(page).nth(1).getByRole("combobox").selectOption(status);
    await expect(undo(page)).toBeInViewport();
    expect(await coveredBy(page)).toEqual([]);
    const words = page.getByText(new RegExp(`: ${status}$`, "i")).first();
    expect(await words.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
    await page.clock.runFor(4000);
    await expect(undo(page)).toBeVisible();
    await page.clock.runFor(6500);
    await expect(undo(page)).toBeHidden();
  }
});

test("records that are selected are given to somebody at once, and taken back with one undo", async ({
  page,
  site,
}) => {
  await site.addQuotes(3);
  await signIn(page);
  await expect(cards(page)).toHaveCount(3);
  for (const box of await page.getByRole("checkbox", { name: /^Select QK/ }).all()) await box.check();
  const selected = page.getByRole("region", { name: "Selected records" });
  await selected.getByRole("button", { name: "Assign to" }).click();
  await selected.getByRole("button", { name: "Administrator (me)" }).click();
  await expect(page.getByText("3 records: with Administrator")).toBeVisible();
  const mine = page.getByRole("navigation", { name: "Filters" }).getByRole("link", { name: /^Mine/ });
  await expect(mine).toHaveText(/3/);
  await undo(page).click();
  await expect(mine).toHaveText(/0/);
  expect(site.sql("select distinct owner_id from quote_requests")).toEqual([{ owner_id: null }]);
});

test("records that are opened by mistake are answered as before once that is undone", async ({
  page,
  site,
}) => {
  await site.addQuotes(2);
  await signIn(page);
  const select = async () => {
    for (const box of await page.getByRole("checkbox", { name: /^Select QK/ }).all()) await box.check();
    return page.getByRole("region", { name: "Selected records" });
  };
  await (await select()).getByRole("button", { name: "Completed" }).click();
  await expect(page.getByText("2 records: Completed")).toBeVisible();
  const answers = () =>
    site.sql("select answered_at, answered_by, answer_minutes from quote_requests order by number");
  const closed = answers();
  expect(closed).toMatchObject([{ answered_by: "closed" }, { answered_by: "closed" }]);
  await (await select()).getByRole("button", { name: "In progress" }).click();
  await expect(page.getByText("2 records: In progress")).toBeVisible();
  expect(answers()).toMatchObject([{ answered_at: null }, { answered_at: null }]);
  await page.keyboard.press("z");
  await expect(page.getByText("Undone. 2 records are as they were")).toBeVisible();
  expect(answers()).toEqual(closed);
});

test.describe("on a server that starts again", () => {
  // Calls fail while the server restarts.
  test.use({
    expectedConsole: [
      "could not be re",
      "net::ERR",
      "signal timed out",
      "Failed to load resource",
      "A desk call failed",
    ],
  });

  test("a reply can be undone as long as the server holds it back, and not at all if it does not, on a device whose clock is wrong", async ({
    page,
    site,
  }) => {
    await site.change("update users set full_name = 'Mia Rata'");
    await site.addQuotes(2);
    await site.start({ UNDO_SECONDS: "60" });
    await page.clock.install({ time: Date.now() - 3_600_000 });
    await signIn(page);
    const reply = async (index: number) => {
      await cards(page).nth(index).getByRole("heading").getByRole("link").click();
      await record(page).getByRole("button", { name: "Reply" }).first().click();
      await record(page).getByRole("button", { name: "Short reply" }).click();
      await record(page).getByRole("textbox", { name: /^To/ }).fill("Hi, it is here.");
      await page.keyboard.press("Control+Enter");
      await expect(page.getByText(/^Sending reply/)).toBeVisible();
    };
    await reply(1);
    await page.clock.runFor(30_000);
    await expect(undo(page)).toBeVisible();
    await page.clock.runFor(31_000);
    await expect(undo(page)).toBeHidden();
    await site.start({ UNDO_SECONDS: "0" });
    await reply(0);
    await expect(undo(page)).toBeHidden();
  });
});

/** What is on the page at the place of the undo and is not part of its line. */
function coveredBy(page: Page): Promise<string[]> {
  return undo(page).evaluate((button) => {
    const line = button.closest("[role=status]") ?? button;
    const { left, right, top, bottom } = line.getBoundingClientRect();
    return [...document.querySelectorAll("main :is(a, button, select, input, h2, p, dd)")]
      .filter((element) => !line.contains(element) && !element.contains(line) && element.checkVisibility())
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom - 1 && box.bottom > top + 1;
      })
      .map((element) => element.outerHTML.slice(0, 100));
  });
}
