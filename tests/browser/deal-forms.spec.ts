import type { Page } from "@playwright/test";

import { dealCalls } from "#domain/deals/deal-calls.ts";
import { draftLine, exampleDraft } from "#tests/quote-desk.ts";

import { dealSettings, quoteSent } from "./deal.ts";
import {
  form,
  history,
  note,
  openRecord,
  order,
  otherBrowser,
  quotes,
  record,
  title,
  stepButton,
  takeStep,
} from "./desk.ts";
import type { SiteProcess } from "./site-process.ts";
import { expect, expectAccessible, signIn, test } from "./site.ts";

test.use({ settings: dealSettings, expectedConsole: ["409", "401", "The session was not renewed"] });

/** A sent quote, open at the desk. */
async function withQuote(page: Page, site: SiteProcess) {
  const sent = await quoteSent(site);
  await openRecord(page, sent.reference);
  await expect(quotes(page)).toContainText("Quote 1");
  return sent;
}

test("a customer's question appears at the open desk as the next step, in its list; a half-written answer outlives Esc, another tool and a reload, until it is sent or the session ends", async ({
  page,
  site,
  browser,
}) => {
  const { reference, link } = await withQuote(page, site);
  const customer = await otherBrowser(browser, site);
  await customer.goto(new URL(link).pathname);
  await customer.getByRole("textbox", { name: /question/i }).fill("Does it turn <b>freely</b>?");
  await customer.getByRole("button", { name: "Ask" }).click();
  await expect(customer.getByRole("heading", { level: 1 })).toContainText("We are answering your question");
  await customer.close();
  const messages = history(page);
  await expect(messages).toContainText("Does it turn <b>freely</b>?");
  await expect(page.locator(".record-row [data-step]")).toContainText("To answer");
  await page.getByRole("combobox", { name: "Next step" }).selectOption("Questions");
  await expect(page.locator(`.record-row[data-reference="${reference}"]`)).toBeVisible();
  await page.goto(`/admin?record=${reference}`);

  const words = form(page, "Answer").getByRole("textbox", { name: "Your answer" });
  await record(page).getByRole("button", { name: "Answer" }).click();
  await words.fill("It does, we have turned it");
  await expectAccessible(page);
  await words.press("Escape");
  await expect(form(page, "Answer")).toBeHidden();
  await page.keyboard.press("w");
  await expect(words).toHaveValue("It does, we have turned it");
  const refusal = record(page).getByRole("textbox", { name: "In their words" });
  await takeStep(page, "They said no thanks");
  await refusal.fill("Too dear");
  await page.reload();
  await expect(messages).toBeVisible();
  await page.keyboard.press("r");
  await expect(words).toBeFocused();
  await expect(words).toHaveValue("It does, we have turned it");
  await words.press("End");
  await page.keyboard.type(" by hand.");
  await page.keyboard.press("Control+Enter");
  await expect(messages).toContainText("turned it by hand.");
  await expect(record(page)).toContainText("Customer’s page: Your quote is ready");
  const kept = () => page.evaluate(() => Object.entries(sessionStorage).flat().join());
  await expect.poll(kept).not.toContain("by hand");

  await takeStep(page, "They said no thanks");
  await expect(refusal).toHaveValue("Too dear");
  expect(await kept()).toContain("Too dear");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("button", { name: "Login" })).toBeVisible();
  expect(await kept()).not.toContain("Too dear");
  await signIn(page, `/admin?record=${reference}`);
  await takeStep(page, "They said no thanks");
  await expect(refusal).toHaveValue("");
});

test("a parcel's number is corrected; arrow keys go through its states and change nothing; the last one asks before it is delivered", async ({
  page,
  site,
}) => {
  const { approve, pay, send } = await withQuote(page, site);
  for (const step of [approve, pay, send]) await step();
  const parcels = order(page).getByRole("list", { name: "Parcels" });
  await parcels.getByRole("button", { name: "Correct AB123" }).press("Enter");
  const correction = order(page).getByRole("form", { name: "Correct the parcel" });
  await expect(correction.getByRole("textbox", { name: "Tracking number" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("ab 123456789 nz");
  await page.keyboard.press("Control+Enter");
  await expect(parcels).toContainText("AB123456789NZ");
  await expect(parcels.getByRole("listitem")).toHaveCount(1);
  await expect(correction).toBeHidden();

  const menu = order(page).getByRole("button", { name: "State of AB123456789NZ" });
  const state = (name: string) => order(page).getByRole("button", { name, exact: true });
  const states = () => site.sql("select state from parcels");
  await menu.press("ArrowDown");
  await menu.press("Enter");
  await page.keyboard.press("ArrowDown");
  await expect(state("Lost")).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(menu).toBeFocused();
  expect(states()).toEqual([{ state: "with_carrier" }]);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(menu).toHaveText(/Lost/);

  await menu.click();
  await state("Delivered").click();
  const question = page.getByRole("dialog", { name: "Has the whole order arrived?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(menu).toBeFocused();
  expect(states()).toEqual([{ state: "lost" }]);
  await menu.click();
  await state("Delivered").click();
  await expectAccessible(page);
  await question.getByRole("button", { name: "It has arrived" }).click();
  await expect(menu).toBeHidden();
  await expect(order(page)).toContainText("Delivered");
  await expect(title(page)).toBeFocused();
});

test("a call that ends late leaves the focus to what is typed, on another record or the same one", async ({
  page,
  site,
}) => {
  const [other = ""] = await site.addQuotes(1);
  await withQuote(page, site);
  const holdCall = async (path: string) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(`**${path}`, (route) => promise.then(() => route.continue()));
    return resolve;
  };
  const letApprove = await holdCall(dealCalls.approve.path);
  await page.keyboard.press("y");
  const approval = form(page, "Approve for the customer");
  await approval.getByLabel("Note").fill("Rang at ten");
  await approval.getByRole("button", { name: "Approve for" }).click();
  await page.keyboard.press("j");
  await expect(record(page)).toContainText(other);
  await page.keyboard.press("n");
  await page.keyboard.type("Rang, ");
  letApprove();
  await expect(page.getByText(/: approved by phone/)).toBeVisible();
  await page.keyboard.type("no answer");
  await expect(note(page)).toHaveValue("Rang, no answer");
  await expect(note(page)).toBeFocused();

  await note(page).press("Escape");
  await page.keyboard.press("k");
  await expect(order(page)).toBeVisible();
  const letPay = await holdCall(dealCalls.payment.path);
  await page.keyboard.press("p");
  await record(page).getByRole("button", { name: "Save payment" }).click();
  await page.keyboard.press("n");
  await page.keyboard.type("Paid in ");
  letPay();
  await expect(form(page, "Payment")).toBeHidden();
  await page.keyboard.type("cash");
  await expect(note(page)).toHaveValue("Paid in cash");
});

test("an approval that is open stays with its quote: of a newer one it says so, and approves nothing; withdrawn, the quote leaves the focus on the title", async ({
  page,
  site,
}) => {
  const { reference: ref, staff } = await withQuote(page, site);
  await page.keyboard.press("y");
  const approval = form(page, "Approve for the customer");
  const approve = approval.getByRole("button", { name: "Approve for $200.00" });
  await expect(approve).toBeVisible();
  await approval.getByLabel("Note").fill("Rang at ten");
  const draft = exampleDraft({ lines: [draftLine({ unit_cents: 30_000 })] });
  await staff.call(dealCalls.draft.path, { ref, draft }, "PUT", 1);
  await staff.call(dealCalls.send.path, { ref });
  await expect(quotes(page)).toContainText("Quote 2");
  await approve.click();
  await expect(approval.getByRole("alert")).toHaveText("Quote 1 is no longer the current one");
  expect(site.sql("select * from orders")).toEqual([]);
  await page.keyboard.press("Escape");

  await takeStep(page, "Withdraw");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cancel" }).press("Enter");
  await expect(record(page).getByRole("button", { name: "Other steps" })).toBeFocused();
  await takeStep(page, "Withdraw");
  await page.getByRole("button", { name: "Withdraw it" }).press("Enter");
  await expect(stepButton(page, "Withdraw")).toHaveCount(0);
  await expect(title(page)).toBeFocused();
  await expect(record(page)).toContainText("Customer’s page: This quote has been withdrawn");
});

test("a step whose button goes leaves the focus on the title", async ({ page, site }) => {
  const { approve, pay, pull, send } = await withQuote(page, site);
  const press = async (name: string) => {
    await takeStep(page, name);
    await expect(stepButton(page, name)).toHaveCount(0);
    await expect(title(page)).toBeFocused();
  };
  await approve();
  await press("Take the approval back");
  await approve();
  await pay();
  await pull();
  await press("Packed");
  await send();
  await press("It has arrived");
  await press("Close the order");
});
