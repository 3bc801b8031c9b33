import type { Locator, Page, Route } from "@playwright/test";

import { dealEndpoints } from "#domain/deals/deal-wire.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { MailServer } from "#tests/mail-server.ts";
import { exampleDraft } from "#tests/quote-desk.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { dealSettings, sendQuote, staffAt } from "./deal.ts";
import { record } from "./desk-page.ts";
import { addRequest, composer, withRequest } from "./quote-composer.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, signInAt, test } from "./site.ts";

test("a quote that the mail server refused is sent again, then extended, then withdrawn", async ({
  page,
  site,
  mailServer,
}) => {
  await site.start({ UNDO_SECONDS: "0" });
  await withRequest(page, site);
  mailServer.setMode("refuse-rcpt");
  await page.keyboard.press("q");
  await page.keyboard.type("185");
  await page.keyboard.press("Control+Enter");
  await expect(composer(page).getByTitle("The mail")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const quotes = record(page).getByRole("list", { name: "Quotes" }).getByRole("listitem");
  await expect(quotes).toContainText("Not delivered", { timeout: 20_000 });
  await expect(page).toHaveTitle(/^\(1 mail failed\)/);
  await expect(page.getByText("A mail to a customer was not delivered.")).toBeVisible();
  await expect(page.getByRole("article").first()).toContainText("Mail not delivered");
  await expectAccessible(page);

  mailServer.setMode("accept");
  await record(page).getByRole("button", { name: "Send it again" }).click();
  await expect(quotes).toContainText(/accepted by our mail server/i, { timeout: 20_000 });

  await record(page).getByRole("button", { name: "Extend by 7 days" }).click();
  await expect(quotes).toHaveCount(2);
  await expect(quotes.first()).toContainText("Quote 2");
  await expect(quotes.first()).toContainText(/accepted by our mail server/i, { timeout: 20_000 });

  await record(page).getByRole("button", { name: "Withdraw" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Withdraw it" }).click();
  await expect(quotes.first()).toContainText(/withdrawn/i);
  await expect(record(page)).toContainText("Customer’s page: This quote has been withdrawn");
});

test("a confirmation that the mail server refused is in sight on the record", async ({
  page,
  site,
  mailServer,
}) => {
  await site.start({ UNDO_SECONDS: "0" });
  const reference = await withRequest(page, site);
  const staff = await staffAt(site);
  await staff.call(dealEndpoints.draft, { ref: reference, draft: exampleDraft() }, "PUT");
  await staff.call(dealEndpoints.send, { ref: reference });
  await expect(record(page)).toContainText(/accepted by our mail server/i, { timeout: 20_000 });
  mailServer.setMode("refuse-rcpt");
  await record(page).getByRole("button", { name: "Approve for the customer" }).click();
  const approval = record(page).getByRole("form", { name: "Approve for the customer" });
  await approval.getByRole("button", { name: "Approve for" }).click();
  const mails = record(page).getByRole("list", { name: "Mails about the quote and the order" });
  await expect(mails).toContainText("Order confirmed: Not delivered", { timeout: 20_000 });
  await expect(record(page)).toContainText("Ring the customer and log the call, or send them the link");
  await expectAccessible(page);
});

/** Opens a quote whose mail is refused while a pointer holds down the step that is next until then. */
async function holdNextStep(page: Page, site: SiteProcess, mailServer: MailServer): Promise<Locator> {
  await site.start({ UNDO_SECONDS: "3" });
  const reference = await withRequest(page, site);
  mailServer.setMode("refuse-rcpt");
  const staff = await staffAt(site);
  await staff.call(dealEndpoints.draft, { ref: reference, draft: exampleDraft() }, "PUT");
  await staff.call(dealEndpoints.send, { ref: reference });
  await record(page).getByRole("button", { name: "Approve for the customer" }).hover();
  await page.mouse.down();
  const sendAgain = record(page).getByRole("button", { name: "Send it again" });
  await expect(sendAgain).toBeVisible({ timeout: 20_000 });
  return sendAgain;
}

test("a press does nothing if the next step becomes another one before the button is let go", async ({
  page,
  site,
  mailServer,
}) => {
  const sendAgain = await holdNextStep(page, site, mailServer);
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.method()));
  await page.mouse.up();
  await record(page).getByRole("button", { name: "They said no thanks" }).click();
  await expect(record(page).getByRole("form", { name: "They said no thanks" })).toBeVisible();
  expect(calls).not.toContain("POST");
  await sendAgain.click();
  await expect.poll(() => calls).toContain("POST");
});

test("after a press that was let go elsewhere, Enter takes the next step", async ({
  page,
  site,
  mailServer,
}) => {
  const sendAgain = await holdNextStep(page, site, mailServer);
  await page.mouse.move(0, 0);
  await page.mouse.up();
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await sendAgain.press("Enter");
  await sent;
});

test("money that is short, over or to be paid back is listed until it is settled, and a renewed link ends the old one", async ({
  page,
  site,
  browser,
}) => {
  await site.start(dealSettings);
  const reference = await withRequest(page, site);
  const link = await sendQuote(site, await staffAt(site), reference);
  const order = record(page).getByRole("region", { name: "Order", exact: true });
  const form = record(page).getByRole("form", { name: "Payment" });
  const enter = async (dollars: string) => {
    await form.getByRole("textbox", { name: "Amount" }).fill(dollars);
    await page.keyboard.press("Control+Enter");
  };
  const pay = async (amount: string) => {
    await page.keyboard.press("p");
    await enter(amount);
    await expect(form).toBeHidden();
  };
  const openMoney = () => page.getByRole("link", { name: "Money" }).click();
  const expectMoney = async (title: string, amount: string) => {
    await openMoney();
    const list = page.getByRole("region", { name: title });
    await expect(list.getByRole("link")).toContainText(`${reference}${amount}`);
    await list.getByRole("link").click();
    await expect(order).toBeVisible();
  };

  await expect(record(page).getByRole("list", { name: "Quotes" })).toContainText("Quote 1");
  await page.keyboard.press("y");
  const approval = record(page).getByRole("form", { name: "Approve for the customer" });
  await expect(approval).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press("Control+Enter");
  await expect(order).toContainText("Awaiting payment");

  // The field begins with what is owed, which must not be sent for an amount that is not understood.
  await page.keyboard.press("p");
  await enter("150 NZD");
  await expect(form.getByText("An amount such as 185 or 185.50")).toBeVisible();
  await enter("0");
  const amount = form.getByRole("textbox", { name: "Amount" });
  await expect(amount).toHaveAccessibleDescription("Enter an amount other than 0");
  await enter("150");
  await expect(order).toContainText("$50.00 to pay");
  await expectMoney("Short", "$50.00");
  await pay("70");
  await expect(order).toContainText("$20.00 overpaid");
  await expectMoney("Waits for you", "$20.00");

  await record(page).getByRole("button", { name: "Cancel the order" }).click();
  const cancelling = record(page).getByRole("form", { name: "Cancel the order" });
  await cancelling.getByRole("textbox", { name: "Why, for us" }).fill("Cracked housing");
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press("Control+Enter");
  await expect(order).toContainText("Cancelled$220.00 to pay back");
  await openMoney();
  await expect(page.getByRole("region", { name: "Waits for you" })).toContainText("$220.00");
  await expectAccessibleInBothSchemes(page);
  await expectMoney("Waits for you", "$220.00");
  await pay("-220");
  await openMoney();
  await expect(page.getByRole("region", { name: "Waits for you" })).toContainText("No money waits.");

  await page.goto(`/admin?record=${reference}`);
  await record(page).getByRole("button", { name: "Renew the link" }).click();
  await page.getByRole("button", { name: "Renew it" }).click();
  const renewed = record(page).getByRole("link", { name: "The customer’s page" });
  await expect(renewed).not.toHaveAttribute("href", new RegExp(`${new URL(link).pathname}$`));
  const visitor = await browser.newPage();
  expect((await visitor.goto(new URL(new URL(link).pathname, site.origin).href))?.status()).toBe(404);
  const path = new URL((await renewed.getAttribute("href")) ?? "").pathname;
  expect((await visitor.goto(new URL(path, site.origin).href))?.status()).toBe(200);
  await visitor.close();
});

test("money of an order whose record was erased is paid back by one press in the list", async ({
  expectedConsole,
  page,
  site,
}) => {
  expectedConsole.push("503");
  await site.start(dealSettings);
  const reference = await addRequest(site);
  const staff = await staffAt(site);
  await sendQuote(site, staff, reference);
  const selection = { choices: {}, options: [] };
  await staff.call(dealEndpoints.approve, { ref: reference, number: 1, how: "counter", selection });
  const payment = { method: "cash", received_on: nzDate(new Date()) };
  await staff.call(dealEndpoints.payment, { ref: reference, amount_cents: 5000, ...payment });
  await staff.call(dealEndpoints.order, { ref: reference, change: "cancel" });
  await site.erase(quoteExample.email);

  await signInAt(page, "/admin/money");
  const list = page.getByRole("region", { name: "Waits for you" });
  await expect(list).toContainText(`${reference}$50.00`);
  await expect(list.getByRole("link")).toHaveCount(0);
  await expectAccessibleInBothSchemes(page);
  const busy = (route: Route) => route.fulfill({ status: 503, json: { error: "Busy" } });
  await page.route(`**${dealEndpoints.money}`, busy);
  await list.getByRole("button", { name: "I have paid back $50.00" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Busy" })).toBeFocused();
  await expect(list).toContainText(`${reference}$50.00`);
  await expectAccessibleInBothSchemes(page);
  await page.unroute(`**${dealEndpoints.money}`, busy);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(list).toContainText("No money waits.");
});
