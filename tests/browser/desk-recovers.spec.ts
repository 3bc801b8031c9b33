import type { Page } from "@playwright/test";

import { record } from "./desk-page.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

const alertOn = (page: Page) => page.getByRole("alert").filter({ hasText: /\S/ });

/** Whether the page could be closed without a warning. */
const leavesSilently = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test.describe("without a connection", () => {
  test.use({ expectedConsole: ["net::ERR", "Failed to fetch"] });

  test("a change that did not reach the server is named, and made by itself once the connection is back, unless it was dismissed", async ({
    page,
    context,
    site,
  }) => {
    const [reference = ""] = await site.addQuotes(1);
    await signIn(page);
    await page.keyboard.press("j");
    await context.setOffline(true);
    await page.keyboard.press("a");
    await page.getByRole("button", { name: "Do not try again" }).click();
    await expect(alertOn(page)).toHaveCount(0);
    await page.keyboard.press("j");
    await page.keyboard.press("3");
    await expect(alertOn(page)).toHaveText("Failed to update status");
    await expect(page.getByText(reference, { exact: true })).toHaveCount(2);
    await expect(page.getByText("It is tried again as soon as the server is back")).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(page.getByText(`${reference}: Completed`)).toBeVisible();
    await expect(alertOn(page)).toHaveCount(0);
    expect(site.sql("select status, owner_id from quote_requests")).toEqual([
      { status: "completed", owner_id: null },
    ]);
  });

  test("a change whose call alone is lost waits on other pages too, and is made again ten seconds later, while the live updates go on", async ({
    page,
    site,
  }) => {
    const [reference = ""] = await site.addQuotes(1);
    await page.clock.install();
    const live = page.waitForResponse("**/live-stream?*");
    await signIn(page);
    await live;
    await page.route("**/desk-record", (route) => route.abort());
    await page.keyboard.press("j");
    await page.keyboard.press("3");
    await expect(alertOn(page)).toHaveText("Failed to update status");
    await page.getByRole("link", { name: "Statistics" }).click();
    await expect(page.getByRole("heading", { name: "Statistics", level: 1 })).toBeVisible();
    expect(await page.evaluate(leavesSilently)).toBe(false);
    // The desk tries it again as soon as it follows the live updates.
    const lostAgain = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/desk-record"));
    await page.goBack();
    await lostAgain;
    await expect(alertOn(page)).toHaveText("Failed to update status");
    await page.unroute("**/desk-record");
    await page.clock.runFor(10_000);
    await expect(page.getByText(`${reference}: Completed`)).toBeVisible();
    await expect(alertOn(page)).toHaveCount(0);
    expect(await page.evaluate(leavesSilently)).toBe(true);
  });
});

test("a reply that is taken back shows its text at once unless another record has opened", async ({
  page,
  site,
}) => {
  const [reference = ""] = await site.addQuotes(1);
  await site.change("update users set full_name = 'Mia Rata'");
  await signIn(page, `/admin?record=${reference}`);
  await expect(record(page)).toContainText(reference);
  const text = record(page).getByRole("textbox", { name: /^To/ });
  await page.keyboard.press("r");
  await record(page).getByRole("button", { name: "Short reply" }).click();
  await expectAccessible(page);
  await text.fill("Hi, it is here.");
  await page.keyboard.press("Control+Enter");
  await expect(text).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(text).toHaveValue("Hi, it is here.");
});

test("a receipt that did not arrive is shown at the record, with the reason", async ({ page, site }) => {
  const [reference = ""] = await site.addQuotes(1);
  const receipts = () => site.sql("select state from outbox where kind = 'receipt'");
  await expect.poll(receipts).toEqual([{ state: "sent" }]);
  await site.change(
    "update outbox set state = 'failed', error_class = 'smtp 550', envelope_from = 'us', envelope_to = 'them', source = '' where kind = 'receipt'",
  );
  await signIn(page, `/admin?record=${reference}`);
  await expect(record(page)).toContainText(
    "Receipt to the customer: Not delivered: the mail server answered 550. Check the e-mail address, or ring.",
  );
  await expectAccessible(page);
});
