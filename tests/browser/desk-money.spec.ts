import type { Page } from "@playwright/test";

import { nzDate } from "#domain/nz-time.ts";

import { dealSettings, quoteSent } from "./deal.ts";
import { wide } from "./desk.ts";
import { expect, expectAccessible, signInAt, test } from "./site.ts";

test.use({ settings: dealSettings, expectedConsole: ["422"] });

const anz = (...rows: string[]) =>
  [
    "Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge",
    ...rows,
  ].join("\n");

async function choose(page: Page, text: string, name = "statement.csv"): Promise<void> {
  await expect(page.getByRole("heading", { name: /^Whose is it\?/ })).toBeVisible();
  await page.keyboard.press("b");
  await expect(page.getByLabel(/Choose a file/)).toBeFocused();
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(text) };
  await page.getByLabel(/Choose a file/).setInputFiles(file);
}

test("a statement is imported by keyboard; what waits is filed by Enter, by a reference, or put aside", async ({
  page,
  site,
}) => {
  const [first = "", second = ""] = await site.addQuotes(2);
  for (const given of [first, second]) await (await quoteSent(site, { given })).approve();
  const [order] = site.sql("select total_cents from orders");
  const total = (Number(order?.["total_cents"]) / 100).toFixed(2);
  await page.setViewportSize(wide);
  await signInAt(page, "/admin/money");
  await choose(
    page,
    anz(
      `Direct Credit,A,x,QK010019,,${total},04/08/2026,,`,
      `Direct Credit,B,x,QK010024,,7.00,14/08/2026,,`,
      "Direct Credit,C,,,,9.00,15/08/2026,,",
      "Direct Credit,D,,,,11.00,16/08/2026,,",
    ),
  );
  await expect(page.getByRole("button", { name: /^Enter 1 payment/ })).toBeFocused();
  await expect(page.getByRole("list", { name: "Payments in it" })).toHaveText(
    new RegExp(`^${first} [A-Z].*\\$${total}$`),
  );
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 payment entered, 3 lines to match.")).toBeVisible();

  const lines = page.locator("ol[aria-label='Bank lines to match'] > li");
  await expect(lines).toHaveCount(3);
  await expect(lines.first().getByRole("article"), "no mouse is needed").toBeFocused();
  await expect(
    lines.first().getByRole("button", { name: new RegExp(`${second}.*open \\(code\\)`) }),
  ).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(lines).toHaveCount(2);
  await expect(page.getByText(`${second}: $7.00 is entered as a payment`)).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("INV-1001");
  await page.keyboard.press("Enter");
  await expect(
    lines.first().getByRole("button", { name: new RegExp(`${first}.*paid already`) }),
  ).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("1002");
  await page.keyboard.press("Enter");
  await expect(lines.first().getByRole("button", { name: new RegExp(`${second}.*open`) })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(lines).toHaveCount(1);
  await page.keyboard.press("i");
  await expect(lines).toHaveCount(0);
  expect(
    site.sql("select amount_cents, ref_number from bank_lines where state = 'matched' order by amount_cents"),
  ).toMatchObject([
    { amount_cents: 700, ref_number: second },
    { amount_cents: 900, ref_number: second },
    { ref_number: first },
  ]);

  await choose(page, anz(`Bill Payment,A,DISHONOUR,QK010019,,-${total},15/08/2026,,`));
  await page.getByRole("button", { name: /^List 1 line as taken back/ }).press("Enter");
  const takenBack = page.getByRole("region", { name: "To refund" });
  await expect(takenBack).toContainText(`The bank took $${total} back.`);
  await expectAccessible(page);
  await takenBack.getByRole("button", { name: `Take $${total} off the order` }).click();
  await expect(takenBack).toContainText("No money waits.");
  await expect(page.getByRole("region", { name: "Part-paid" })).toContainText(first);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
});

test("a layout nobody knows is mapped once; a file that is none says so, and another can be chosen", async ({
  page,
  site,
}) => {
  await page.setViewportSize(wide);
  await signInAt(page, "/admin/money");
  await choose(page, "hello", "letter.txt");
  await expect(page.getByText(/This is no bank statement/)).toBeVisible();
  const unknown = "When,Who,How much\n2026-08-14,Somebody,20.00\n2026-08-15,Else,30.00\n";
  await choose(page, unknown);
  await page.getByLabel("Column 1: When").selectOption("Date");
  await page.getByLabel("Column 2: Who").selectOption("Text");
  await page.getByLabel("Column 3: How much").selectOption({ label: "Amount, or money in" });
  await page.getByLabel("How dates are written").selectOption({ label: "Year first: 2026-12-31" });
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Read it so/ }).click();
  await page.getByRole("button", { name: /^Keep 2 lines to match/ }).press("Enter");
  await expect(page.getByText("0 payments entered, 2 lines to match.")).toBeVisible();
  await choose(page, unknown.replace("20.00", "25.00"));
  await expect(
    page.getByRole("button", { name: /^Keep 1 line to match/ }),
    "the layout is known",
  ).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^Keep/ })).toBeHidden();
  expect(site.sql("select count(*) as count from payments")).toEqual([{ count: 0 }]);
});

test("an owner's month's end: GST by one press with what was bought, margins, and who owes, on one page to print", async ({
  page,
  site,
}) => {
  await (await quoteSent(site)).approve();
  const day = nzDate(new Date());
  await site.change(
    `insert into machines (number, name, make, model, vehicle_type, gst, price_cents, bought_on, state, note)
      values (12, '2015 Honda TRX420FM', 'Honda', 'TRX420FM', 'ATV', 'second-hand', 45000, '${day}', 'standing', '')`,
  );
  await signInAt(page, "/admin/money");
  const owing = page.getByRole("region", { name: "Who owes" });
  await expect(owing).toContainText("$200.00 is owed");
  await expect(owing.getByRole("link")).toContainText("INV-1001, today");
  await page.getByRole("button", { name: "Last period" }).click();
  await expect(page.getByRole("table", { name: /^Machines bought/ })).toContainText("Nothing yet");
  await page.getByRole("button", { name: "This period" }).click();
  const sums = page.getByRole("table", { name: /^GST,/ });
  await expect(sums.getByRole("row", { name: /^GST credit for machines/ })).toContainText("$58.70$58.70");
  await expect(sums.getByRole("row", { name: /^Left to pay/ })).toContainText("-$58.70-$32.61");
  await page.getByText(/^Invoices and credit notes behind it: 1$/).click();
  await expect(page.getByRole("cell", { name: "INV-1001" })).toBeVisible();
  await expect(page.getByRole("table", { name: /^Bought in the period/ })).toContainText("-$450.00");
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("QuadKea: month’s end");
  await expect(page.getByRole("region")).toContainText([
    "Who owes",
    "Month’s end",
    "GST,",
    "Machines bought",
    "Margin",
  ]);
  await expect(page.getByText(/part-paid|Show GST|Desk/i).filter({ visible: true })).toHaveCount(0);
});
