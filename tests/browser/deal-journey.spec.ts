import type { Browser, Page, Route } from "@playwright/test";

import { dealCalls } from "#domain/deals/deal-calls.ts";
import { moneyCalls } from "#domain/deals/money-calls.ts";
import type { InboundExample } from "#tests/inbound-mail.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { type Journey, walkThroughDeal } from "./deal-journey.ts";
import { dealSettings, quoteSent } from "./deal.ts";
import {
  composer,
  form,
  history,
  openRecord,
  order,
  quotes,
  record,
  wide,
  withRequest,
  takeStep,
} from "./desk.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, signIn, signInAt, test } from "./site.ts";

const accepted = /accepted by our mail server/i;
const soon = { timeout: 20_000 };

type Walk = (journey: Journey) => Promise<string>;
type Place = Pick<Journey, "mailServer"> & { page: Page; site: SiteProcess; browser: Browser };

/** Walks through a deal, at the desk and on two phones of the customer; the desk is accessible at each step. */
async function walked(walk: Walk, { page, site, browser, mailServer }: Place): Promise<string> {
  await site.start({ ...dealSettings, UNDO_SECONDS: "1" });
  const onPhone = { viewport: { width: 360, height: 740 }, baseURL: site.origin };
  const phone = await browser.newPage(onPhone);
  const plainPhone = await browser.newPage({ ...onPhone, javaScriptEnabled: false });
  await page.setViewportSize(wide);
  await signIn(page);
  let steps = 0;
  const onStep = async (screen: Page) => {
    steps += 1;
    if (screen === page) await expectAccessible(page);
  };
  const receive = (mail: InboundExample) => site.receive(mail);
  const reference = await walk({ staff: page, phone, plainPhone, mailServer, receive, onStep });
  expect(steps).toBeGreaterThan(6);
  await Promise.all([phone.close(), plainPhone.close()]);
  return reference;
}

test("from the request to the parcel that has arrived, with a question by mail between: each step on its own screen, each mail over SMTP, once", async ({
  page,
  site,
  browser,
  mailServer,
}) => {
  const walk: Walk = (journey) => walkThroughDeal(journey, { isAnsweredByMail: true });
  const reference = await walked(walk, { page, site, browser, mailServer });
  expect(site.sql("select status, next_step, order_placed from quote_requests")).toEqual([
    { status: "completed", next_step: "done", order_placed: 1 },
  ]);
  const toCustomer = mailServer.messages.filter(({ envelope }) => envelope.to[0] === quoteExample.email);
  const kinds = toCustomer.map(({ messageId = "" }) => /^<(\w+)-/.exec(messageId)?.[1]);
  expect(kinds.toSorted()).toEqual(["answer", "order", "paid", "parcel", "quote", "receipt"]);
  const [toStaff] = mailServer.messages.filter(({ envelope }) => envelope.to[0] !== quoteExample.email);
  expect(toStaff?.subject).toContain(reference);
  expect(toCustomer.every(({ subject }) => subject?.includes(reference) === true)).toBe(true);
  await openRecord(page, reference);
  await expect(history(page).getByRole("listitem")).toContainText([
    "Order confirmed",
    "Approved by link",
    "It does. We send the stub along",
    "Does it fit with the axle stub",
    "Sent quote 1",
    "Stored",
    "Mailed to staff",
  ]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
});

test.describe(() => {
  test.use({ settings: { UNDO_SECONDS: "0" } });

  test("mails that the mail server refused are in sight: a quote is sent again, then extended; of its order, the customer is rung", async ({
    page,
    site,
    mailServer,
  }) => {
    await withRequest(page, site);
    mailServer.setMode("refuse-rcpt");
    await page.keyboard.press("q");
    await page.keyboard.type("185");
    await page.keyboard.press("Control+Enter");
    await expect(composer(page).getByTitle("The mail")).toBeVisible();
    await page.keyboard.press("Control+Enter");
    await expect(quotes(page)).toContainText("Not delivered", soon);
    await expect(page).toHaveTitle(/^\(1 mail failed\)/);
    const failed = page.getByRole("link", { name: "A mail to a customer was not delivered." });
    expect((await failed.boundingBox())?.height).toBeLessThan(45);
    await failed.click();
    await expect(page).toHaveURL(/show=mail-failed/);
    await expect(page.getByRole("article").first()).toContainText("Mail not delivered");
    await expectAccessible(page);
    await page.goBack();
    await expect(quotes(page)).toBeVisible();

    mailServer.setMode("accept");
    await takeStep(page, "Send it again");
    await expect(quotes(page)).toContainText(accepted, soon);
    await takeStep(page, "Extend by 7 days");
    const versions = quotes(page).getByRole("listitem");
    await expect(versions).toHaveCount(2);
    await expect(versions.first()).toContainText("Quote 2");
    await expect(versions.first()).toContainText(accepted, soon);

    mailServer.setMode("refuse-rcpt");
    await takeStep(page, "Approve for the customer");
    const approval = form(page, "Approve for the customer");
    await approval.getByLabel("Note").fill("Rang at ten");
    await approval.getByRole("button", { name: "Approve for" }).click();
    const mails = record(page).getByRole("list", { name: "Mails about the quote and the order" });
    await expect(mails).toContainText("Order confirmed: Not delivered", soon);
    await expect(record(page)).toContainText("and log the call, or send them the link");
    await expectAccessible(page);
  });
});

for (const isLetGoThere of [true, false]) {
  test.describe(() => {
    test.use({ settings: { UNDO_SECONDS: "3" } });

    const then = isLetGoThere
      ? "the press does nothing"
      : "let go elsewhere, it is forgotten, and Enter works";
    test(`if the next step becomes another one while its button is held down: ${then}`, async ({
      page,
      site,
      mailServer,
    }) => {
      const reference = await withRequest(page, site);
      mailServer.setMode("refuse-rcpt");
      await quoteSent(site, { given: reference, isWithMail: false });
      await record(page).getByRole("button", { name: "Other steps" }).hover();
      await page.mouse.down();
      const sendAgain = record(page).getByRole("button", { name: "Send it again" });
      await expect(sendAgain).toBeVisible(soon);
      const posts: string[] = [];
      page.on("request", (request) => {
        if (request.method() === "POST") posts.push(request.url());
      });
      if (!isLetGoThere) await page.mouse.move(0, 0);
      await page.mouse.up();
      await takeStep(page, "They said no thanks");
      await expect(form(page, "They said no thanks")).toBeVisible();
      expect(posts).toEqual([]);
      await sendAgain.press("Enter");
      await expect.poll(() => posts).not.toEqual([]);
    });
  });
}

test.describe("money", () => {
  test.use({ settings: dealSettings });

  test("what is short, over or to be paid back is listed until it is settled; the link is renewed by two presses", async ({
    page,
    site,
  }) => {
    const { reference, link } = await quoteSent(site);
    await openRecord(page, reference);
    const payment = form(page, "Payment");
    const amount = payment.getByRole("textbox", { name: "Amount" });
    const enter = async (dollars: string) => {
      await amount.fill(dollars);
      await page.keyboard.press("Control+Enter");
    };
    const pay = async (dollars: string) => {
      await page.keyboard.press("p");
      await enter(dollars);
      await expect(payment).toBeHidden();
    };
    const list = (name: string) => page.getByRole("region", { name });
    const openMoney = () => page.getByRole("link", { name: "Money" }).click();
    const expectMoney = async (name: string, dollars: string) => {
      await openMoney();
      await expect(list(name).getByRole("link")).toContainText(`${reference}${dollars}`);
      await list(name).getByRole("link").click();
      await expect(order(page)).toBeVisible();
    };

    await expect(quotes(page)).toContainText("Quote 1");
    await page.keyboard.press("y");
    await expect(form(page, "Approve for the customer")).toBeVisible();
    await expectAccessibleInBothSchemes(page);
    await form(page, "Approve for the customer").getByLabel("Note").fill("Rang at ten");
    await page.keyboard.press("Control+Enter");
    await expect(order(page)).toContainText("Awaiting payment");
    await expect(order(page)).toContainText("Invoice 1001");

    // The field begins with what is owed, which must not be sent for an amount that is not understood.
    await page.keyboard.press("p");
    await enter("150 NZD");
    await expect(payment.getByText("An amount such as 185 or 185.50")).toBeVisible();
    await enter("0");
    await expect(amount).toHaveAccessibleDescription("Enter an amount other than 0");
    await enter("150");
    await expect(order(page)).toContainText("$50.00 to pay");
    await expectMoney("Part-paid", "$50.00");
    await pay("70");
    await expect(order(page)).toContainText("$20.00 overpaid");
    await expectMoney("To refund", "$20.00");

    await takeStep(page, "Cancel the order");
    const why = form(page, "Cancel the order").getByRole("textbox", { name: "Why, for us" });
    await why.fill("Cracked housing");
    await expectAccessibleInBothSchemes(page);
    await page.keyboard.press("Control+Enter");
    await expect(order(page)).toContainText("Cancelled$220.00 to pay back");
    await expectMoney("To refund", "$220.00");
    await page.keyboard.press("p");
    await enter("-220");
    await expect(amount).toHaveAccessibleDescription("To pay money back, use “Pay money back”");
    await amount.press("Escape");
    await takeStep(page, "Pay money back");
    await form(page, "Pay money back").getByLabel("Amount").press("Control+Enter");
    await expect(order(page)).toContainText("nothing is owed");
    await openMoney();
    await expect(list("To refund")).toContainText("No money waits.");

    await page.goto(`/admin?record=${reference}`);
    await record(page).getByRole("button", { name: "Make a new link (the old one stops)" }).click();
    await page.getByRole("button", { name: "Make a new link", exact: true }).click();
    const renewed = record(page).getByRole("link", { name: "The customer’s page" });
    await expect(renewed).not.toHaveAttribute("href", new RegExp(`${new URL(link).pathname}$`));
  });

  test("of an order whose record was erased, it is paid back by one press in the list", async ({
    expectedConsole,
    page,
    site,
  }) => {
    expectedConsole.push("503");
    const { reference, staff, approve, pay } = await quoteSent(site);
    await approve();
    await pay(5000);
    await staff.call(dealCalls.order.path, { ref: reference, change: "cancel" });
    await site.erase(quoteExample.email);

    await signInAt(page, "/admin/money");
    const list = page.getByRole("region", { name: "To refund" });
    await expect(list).toContainText(`${reference}$50.00`);
    await expect(list.getByRole("link")).toHaveCount(0);
    const busy = (route: Route) => route.fulfill({ status: 503, json: { error: "Busy" } });
    await page.route(`**${moneyCalls.money.path}`, busy);
    await list.getByRole("button", { name: "I have paid back $50.00" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Busy" })).toBeFocused();
    await expect(list).toContainText(`${reference}$50.00`);
    await expectAccessibleInBothSchemes(page);
    await page.unroute(`**${moneyCalls.money.path}`, busy);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(list).toContainText("No money waits.");
  });
});
