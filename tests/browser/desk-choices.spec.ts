import { quoteRequest } from "#domain/forms/quote-request.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { cards, record } from "./desk-page.ts";
import { expect, signIn, test } from "./site.ts";

test("the list that a user last chose is there at their next sign-in, on another device too", async ({
  page,
  browser,
  site,
}) => {
  await site.addQuotes(1);
  await signIn(page);
  await expect(page).not.toHaveURL(/sort=|show=/);
  await page.getByRole("link", { name: /^Due first/ }).click();
  await page.getByRole("link", { name: "To answer" }).click();
  const kept = () => site.sql("select last_list from users");
  await page.getByRole("link", { name: /^New \d/ }).click();
  await expect(page).toHaveURL(/show=new/);
  await page.keyboard.press("d");
  await expect.poll(kept).toEqual([{ last_list: '{"show":"to-answer","sort":"newest"}' }]);
  await page.keyboard.press("d");
  await page.getByRole("link", { name: /^Completed/ }).click();
  await expect.poll(kept).toEqual([{ last_list: '{"show":"to-answer","sort":"due"}' }]);
  await expect(page).toHaveURL(/show=completed$/);
  await page.getByRole("link", { name: /^All \d/ }).click();
  await expect(page).toHaveURL(/\?tab=quote_requests&sort=due$/);
  await page.getByRole("combobox", { name: "Next step" }).selectOption("To pack");
  await expect(page).toHaveURL(/show=to-pack$/);
  await page.getByRole("link", { name: "To answer" }).click();
  await expect.poll(kept).toEqual([{ last_list: '{"show":"to-answer","sort":"due"}' }]);
  const context = await browser.newContext({ baseURL: site.origin });
  const other = await context.newPage();
  await signIn(other);
  await expect(other).toHaveURL(/show=to-answer&sort=due/);
  await expect(cards(other)).toHaveCount(1);
  await context.close();
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

  await site.change(`update quote_requests set order_placed = 1 where ref_number = '${again}'`);
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await page.keyboard.press("j");
  await page.keyboard.press("m");
  await expect(page.getByText(`${again} is closed or has an order`)).toBeVisible();
  expect(stored()).toEqual([{ status: "new", duplicate_of: null }]);
  await site.change(`update quote_requests set order_placed = 0 where ref_number = '${again}'`);
  await page.reload();

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

test("a choice that is still being saved is shown at its own record, not at the next one", async ({
  page,
  site,
}) => {
  await site.addQuotes(2);
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page);
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/desk-record", async (route) => {
    await held;
    await route.continue();
  });
  const title = (index: number) => cards(page).nth(index).getByRole("heading").getByRole("link");
  const open = record(page);
  const status = open.getByRole("combobox", { name: /^Status of/ });
  const assignee = open.getByRole("combobox", { name: "With" });
  await title(0).click();
  await status.selectOption("completed");
  await assignee.selectOption({ label: "Administrator (me)" });
  await expect(status).toBeDisabled();
  await title(1).click();
  await expect(status).toHaveValue("new");
  await expect(status).toBeEnabled();
  await expect(assignee).toHaveValue("");
  letGo();
  await expect(cards(page).first().getByRole("combobox")).toHaveValue("completed");
});
