import { addDays } from "#domain/calendar-date.ts";
import { twentiethOfNextMonth } from "#domain/deals/deadlines.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { dealSettings } from "./deal.ts";
import { composer, form, openRecord, order, otherBrowser, quotes, record, shorthand } from "./desk.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test.use({ settings: dealSettings, expectedConsole: ["409"] });

test("a request for several parts opens with a line each, the cursor in the first price", async ({
  page,
  site,
}) => {
  const parts = "engine; front diff; left mirror";
  const [reference = ""] = await site.submit(quoteRequest, { ...quoteExample, part_needed: parts });
  await openRecord(page, reference);
  await page.keyboard.press("q");
  const lines = composer(page).getByRole("list", { name: "Lines" }).getByRole("listitem");
  await expect(lines).toHaveCount(3);
  await expect(lines.first().getByRole("textbox", { name: "Price" })).toBeFocused();
  await page.keyboard.type("950");
  for (const [index, name] of ["Engine", "Front diff", "Left mirror"].entries())
    await expect(lines.nth(index).getByRole("textbox", { name: "Part" })).toHaveValue(name);
  await expect(composer(page).getByRole("region", { name: "Price memory: left mirror" })).toBeVisible();
  await expect(composer(page).getByRole("status", { name: "The quote so far" })).toContainText(
    "Engine, grade B, $950.00",
  );
  await expectAccessible(page);
});

test("by keyboard alone: a part off a machine on hold is quoted for a pick-up, approved by phone, given until the 20th, paid, packed and collected", async ({
  page,
  site,
  browser,
}) => {
  const until = addDays(nzDate(new Date()), 10);
  await site.change(`insert into machines (number, ref_number, name, gst, price_cents, bought_on, hold_until)
    values (1, 'QK-AAAAAA-AAAA', '2004 Honda TRX350', 'none', 45000, '2026-01-05', '${until}')`);
  const reference = await site.addQuote();
  await openRecord(page, reference);
  await page.keyboard.press("q");
  await expect(shorthand(page)).toBeFocused();
  await page.keyboard.type("160 b pickup m1");
  await expect(composer(page)).toContainText(/Leaves from .*: until then the law has us hold the machine/);
  const soFar = composer(page).getByRole("status", { name: "The quote so far" });
  await expect(soFar).toContainText("Pick-up $0.00");
  const way = composer(page).getByRole("combobox", { name: "How it gets there" });
  await expect(way).toHaveValue("pick-up");
  await way.press("ArrowDown");
  await expect(composer(page).getByRole("textbox", { name: "Which depot" })).toBeVisible();
  await way.press("ArrowUp");
  await expect(soFar).toContainText("Pick-up $0.00");
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  const shown = composer(page).frameLocator("iframe[title='The page']");
  await expect(shown.getByText(/Leaves from .*: until then/)).toHaveCount(2);
  await expect(shown.getByRole("heading", { name: "Where to collect" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(quotes(page)).toContainText("Quote 1");
  await page.keyboard.press("y");
  await expect(form(page, "Approve for the customer")).toContainText(/Leaves from .*: until then/);
  await form(page, "Approve for the customer").getByRole("textbox", { name: "Note" }).fill("Rang at 2");
  await page.keyboard.press("Control+Enter");
  await expect(order(page)).toContainText("Awaiting payment");
  await page.keyboard.press("v");
  const later = form(page, "Later day to pay");
  await expect(later.getByLabel("Last day to pay")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await expect(order(page)).toContainText(
    `to pay by ${formatDay(twentiethOfNextMonth(new Date()), new Date())}`,
  );
  await site.change("update machines set hold_until = '2026-01-20'");
  await page.keyboard.press("p");
  await page.keyboard.press("Control+Enter");
  await expect(order(page)).toContainText("paid in full");
  await expect(record(page).getByRole("button", { name: "Enter a parcel" })).toHaveCount(0);
  await page.keyboard.press("w");
  await expect(record(page).getByText("Not pulled yet: Front diff")).toBeVisible();
  await record(page).getByRole("button", { name: "Packed all the same" }).press("Enter");
  await expect(record(page)).toContainText("Customer’s page: Paid: ready to collect");
  await expect(page.locator(".record-row [data-step]")).toHaveText("To be collected");
  await page.keyboard.press("w");
  await expect(record(page)).toContainText("Customer’s page: Delivered");
  const phone = await otherBrowser(browser, site);
  await signIn(phone, `/admin?record=${reference}`);
  await expect(order(phone)).toContainText("Pick-up from us");
  await phone.close();
});
