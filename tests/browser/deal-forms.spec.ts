import type { Browser, Page } from "@playwright/test";

import { dealEndpoints } from "#domain/deals/deal-wire.ts";
import { nzDate } from "#domain/nz-time.ts";
import { draftLine, exampleDraft } from "#tests/quote-desk.ts";

import { dealSettings, sendQuote, staffAt } from "./deal.ts";
import { record } from "./desk-page.ts";
import { withRequest } from "./quote-composer.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

/** A sent quote, open at the desk. Returns the reference and the customer's link. */
async function withQuote(page: Page, site: SiteProcess) {
  await site.start(dealSettings);
  const reference = await withRequest(page, site);
  const link = await sendQuote(site, await staffAt(site), reference);
  await expect(record(page).getByRole("list", { name: "Quotes" })).toContainText("Quote 1");
  return { reference, path: new URL(link).pathname };
}

async function ask(browser: Browser, url: string): Promise<void> {
  const customer = await browser.newPage();
  await customer.goto(url);
  await customer.getByRole("textbox", { name: /question/i }).fill("Does it turn freely?");
  await customer.getByRole("button", { name: "Ask" }).click();
  await expect(customer.getByRole("heading", { level: 1 })).toContainText("We are answering your question");
  await customer.close();
}

test.use({ expectedConsole: ["401", "The session was not renewed"] });

test("a half-written answer outlives Esc, another tool and a reload; it is gone once it is sent or the session ends", async ({
  page,
  site,
  browser,
}) => {
  const { reference, path } = await withQuote(page, site);
  await ask(browser, site.origin + path);
  const answer = record(page).getByRole("form", { name: "Answer" });
  const words = answer.getByRole("textbox", { name: "Your answer" });
  await record(page).getByRole("button", { name: "Answer" }).click();
  await words.fill("It does, we have turned it");
  await words.press("Escape");
  await expect(answer).toBeHidden();
  await page.keyboard.press("w");
  await expect(words).toHaveValue("It does, we have turned it");
  await record(page).getByRole("button", { name: "They said no thanks" }).click();
  await record(page).getByRole("textbox", { name: "In their words" }).fill("Too dear");
  await page.reload();
  await expect(record(page).getByRole("list", { name: "Messages" })).toBeVisible();
  await page.keyboard.press("w");
  await expect(words).toHaveValue("It does, we have turned it");
  await words.press("End");
  await page.keyboard.type(" by hand.");
  await page.keyboard.press("Control+Enter");
  await expect(record(page).getByRole("list", { name: "Messages" })).toContainText("turned it by hand.");
  const kept = () => page.evaluate(() => Object.entries(sessionStorage).flat().join());
  await expect.poll(kept).not.toContain("by hand");

  await record(page).getByRole("button", { name: "They said no thanks" }).click();
  await expect(record(page).getByRole("textbox", { name: "In their words" })).toHaveValue("Too dear");
  expect(await kept()).toContain("Too dear");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  expect(await kept()).not.toContain("Too dear");
  await signIn(page, `/admin?record=${reference}`);
  await record(page).getByRole("button", { name: "They said no thanks" }).click();
  await expect(record(page).getByRole("textbox", { name: "In their words" })).toHaveValue("");
});

/** What staff enter until the parcel of the quote is on its way. */
async function orderAt(site: SiteProcess, ref: string) {
  const { call } = await staffAt(site);
  const selection = { choices: {}, options: [] };
  const payment = { amount_cents: 20_000, method: "cash", received_on: nzDate(new Date()) };
  return {
    approve: () => call(dealEndpoints.approve, { ref, number: 1, how: "counter", selection }),
    pay: () => call(dealEndpoints.payment, { ref, ...payment }),
    send: () => call(dealEndpoints.parcel, { ref, carrier: "NZ Post", tracking: "AB123" }),
  };
}

test("arrow keys go through the states of a parcel and change nothing; the last one asks before it is delivered", async ({
  page,
  site,
}) => {
  const { reference } = await withQuote(page, site);
  const entered = await orderAt(site, reference);
  for (const step of [entered.approve, entered.pay, entered.send]) await step();
  const order = record(page).getByRole("region", { name: "Order", exact: true });
  const menu = order.getByRole("button", { name: "State of AB123" });
  const parcels = () => site.sql("select state from parcels");
  await menu.press("ArrowDown");
  await menu.press("Enter");
  await page.keyboard.press("ArrowDown");
  await expect(order.getByRole("button", { name: "Lost", exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  expect(parcels()).toEqual([{ state: "with_carrier" }]);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(menu).toHaveText(/Lost/);

  await menu.click();
  await order.getByRole("button", { name: "Delivered", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Has the whole order arrived?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(menu).toBeFocused();
  expect(parcels()).toEqual([{ state: "lost" }]);
  await menu.click();
  await order.getByRole("button", { name: "Delivered", exact: true }).click();
  await expectAccessible(page);
  await question.getByRole("button", { name: "It has arrived" }).click();
  await expect(menu).toBeHidden();
  await expect(order).toContainText("Delivered");
  await expect(record(page).getByRole("heading", { level: 2 })).toBeFocused();
});

test("a call that ends late leaves the focus to what is typed, on another record or the same one", async ({
  page,
  site,
}) => {
  const [other = ""] = await site.addQuotes(1);
  await withQuote(page, site);
  const note = record(page).getByRole("textbox", { name: "Note for staff" });
  const approval = record(page).getByRole("form", { name: "Approve for the customer" });
  const holdCall = async (path: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(`**${path}`, async (route) => {
      await promise;
      await route.continue();
    });
    return resolve;
  };
  const letApprove = await holdCall(dealEndpoints.approve);
  await page.keyboard.press("y");
  await approval.getByRole("button", { name: "Approve for" }).click();
  await page.keyboard.press("j");
  await expect(record(page)).toContainText(other);
  await page.keyboard.press("n");
  await page.keyboard.type("Rang, ");
  letApprove();
  await expect(page.getByText(/: approved by phone/)).toBeVisible();
  await page.keyboard.type("no answer");
  await expect(note).toHaveValue("Rang, no answer");
  await expect(note).toBeFocused();

  await note.press("Escape");
  await page.keyboard.press("k");
  await expect(record(page).getByRole("region", { name: "Order", exact: true })).toBeVisible();
  const letPay = await holdCall(dealEndpoints.payment);
  await page.keyboard.press("p");
  await record(page).getByRole("button", { name: "Save payment" }).click();
  await page.keyboard.press("n");
  await page.keyboard.type("Paid in ");
  letPay();
  await expect(record(page).getByRole("form", { name: "Payment" })).toBeHidden();
  await page.keyboard.type("cash");
  await expect(note).toHaveValue("Paid in cash");
});

test.describe(() => {
  test.use({ expectedConsole: ["409", "401", "The session was not renewed"] });

  test("an approval that is open stays with its quote: of a newer one it says so, and approves nothing", async ({
    page,
    site,
  }) => {
    const { reference } = await withQuote(page, site);
    await page.keyboard.press("y");
    const approval = record(page).getByRole("form", { name: "Approve for the customer" });
    const approve = approval.getByRole("button", { name: "Approve for $200.00" });
    await expect(approve).toBeVisible();
    const staff = await staffAt(site);
    const lines = [draftLine({ unit_cents: 30_000 })];
    const newer = { ref: reference, draft: exampleDraft({ lines }) };
    await staff.call(dealEndpoints.draft, newer, "PUT", 1);
    await staff.call(dealEndpoints.send, { ref: reference });
    await expect(record(page).getByRole("list", { name: "Quotes" })).toContainText("Quote 2");
    await approve.click();
    await expect(approval.getByRole("alert")).toHaveText("Quote 1 is no longer the current one");
    expect(site.sql("select * from orders")).toEqual([]);
  });

  test("a payment that is there already is asked about, and entered by one more press; a parcel is refused", async ({
    page,
    site,
  }) => {
    const { reference } = await withQuote(page, site);
    const entered = await orderAt(site, reference);
    for (const step of [entered.approve, entered.pay]) await step();
    const order = record(page).getByRole("region", { name: "Order", exact: true });
    await expect(order).toContainText("paid in full");
    const payment = record(page).getByRole("form", { name: "Payment" });
    await page.keyboard.press("p");
    await payment.getByRole("textbox", { name: "Amount" }).fill("200");
    await payment.getByRole("combobox", { name: "How" }).selectOption("Cash");
    await page.keyboard.press("Control+Enter");
    await expect(payment.getByRole("alert")).toHaveText(
      /^A payment of \$200\.00 for this day is already there, entered by .+ just now$/,
    );
    await expect(payment.getByRole("button", { name: "Enter it all the same" })).toBeVisible();
    await payment.getByRole("textbox", { name: "Note" }).fill("From his brother");
    await expect(payment.getByRole("button", { name: "Save payment" })).toBeVisible();
    await payment.getByRole("textbox", { name: "Note" }).fill("");
    await expectAccessible(page);
    await page.keyboard.press("Control+Enter");
    await expect(order.getByRole("list", { name: "Payments" }).getByRole("listitem")).toHaveCount(2);

    await entered.send();
    await expect(order).toContainText("On its way");
    await page.keyboard.press("t");
    await page.keyboard.type("ab-123");
    await page.keyboard.press("Control+Enter");
    const parcel = record(page).getByRole("form", { name: "Parcel", exact: true });
    await expect(parcel.getByRole("alert")).toHaveText(/^AB-123 is already there, entered by .+ just now$/);
    await expect(parcel.getByRole("button", { name: "Save and tell the customer" })).toBeVisible();
    await page.keyboard.press("Escape");

    const menu = order.getByRole("button", { name: "State of AB123" });
    await menu.press("Enter");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect(menu).toBeHidden();
    await expect(order).toContainText("Paid");
    await expect(record(page).getByRole("heading", { level: 2 })).toBeFocused();
  });
});

test("a step whose button goes leaves the focus on the title", async ({ page, site }) => {
  const { reference } = await withQuote(page, site);
  const entered = await orderAt(site, reference);
  const title = record(page).getByRole("heading", { level: 2 });
  const press = async (name: string) => {
    const button = record(page).getByRole("button", { name });
    await button.press("Enter");
    await expect(button).toBeHidden();
    await expect(title).toBeFocused();
  };
  await entered.approve();
  await press("Take the approval back");
  await entered.approve();
  await entered.pay();
  await press("Packed");
  await entered.send();
  await press("It has arrived");
  await press("Close the order");
});

test("withdrawing a quote leaves the focus on the title; Cancel gives it back to the button", async ({
  page,
  site,
}) => {
  await withQuote(page, site);
  const withdraw = record(page).getByRole("button", { name: "Withdraw", exact: true });
  await withdraw.press("Enter");
  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(withdraw).toBeFocused();
  await withdraw.press("Enter");
  await page.getByRole("button", { name: "Withdraw it" }).press("Enter");
  await expect(withdraw).toBeHidden();
  await expect(record(page).getByRole("heading", { level: 2 })).toBeFocused();
});

test("the note of a payment outlives Esc, not Discard", async ({ page, site }) => {
  const { reference } = await withQuote(page, site);
  await (await orderAt(site, reference)).approve();
  await expect(record(page).getByRole("region", { name: "Order", exact: true })).toBeVisible();
  const note = record(page).getByRole("form", { name: "Payment" }).getByRole("textbox", { name: "Note" });
  await page.keyboard.press("p");
  await note.fill("From his brother");
  await note.press("Escape");
  await page.keyboard.press("p");
  await expect(note).toHaveValue("From his brother");
  await record(page).getByRole("button", { name: "Discard" }).click();
  await page.keyboard.press("p");
  await expect(note).toHaveValue("");
  await expect(record(page).getByRole("button", { name: "Cancel", exact: true })).toBeVisible();
});
