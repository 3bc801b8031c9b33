import { draftLine, exampleDraft } from "#tests/quote-desk.ts";

import { dealSettings, quoteSent } from "./deal.ts";
import { expectFitsPhone, form, history, openRecord, order, record, stepButton, takeStep } from "./desk.ts";
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from "./site.ts";

test.use({ settings: dealSettings });

test("a customer sends something back by phone, without scripts; staff decide and pay back by keyboard", async ({
  page,
  site,
  browser,
}) => {
  const draft = exampleDraft({
    lines: [draftLine(), draftLine({ id: "hub", text: "Rear hub", unit_cents: 6500 })],
  });
  const { reference, link, approve, pay, send } = await quoteSent(site, { draft });
  await approve();
  await pay(26_500);
  await send();
  await openRecord(page, reference);
  const phone = { viewport: { width: 360, height: 740 }, baseURL: site.origin, javaScriptEnabled: false };
  const customer = await browser.newPage(phone);
  await customer.goto(new URL(link).pathname);
  await customer.getByText("Send something back").click();
  const ask = customer.getByRole("button", { name: "Ask to send it back" });
  await customer.getByRole("checkbox", { name: /Rear hub/ }).check();
  await ask.click();
  await expect(ask, "the browser itself asks for the reason").toBeVisible();
  await customer.getByRole("radio", { name: "It is faulty" }).check();
  await customer.getByRole("textbox", { name: "In your words" }).fill("It whines <b>from</b> 20 km/h");
  await ask.click();
  const heading = customer.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("Return asked");
  const back = record(page).getByRole("list", { name: "Returns" });
  await expect(page.locator(".record-row [data-step]")).toContainText("Decide on the return");
  await expect(back).toContainText("It is faulty, Rear hub");

  await page.keyboard.press("w");
  const decide = form(page, "Decide on the return");
  await expect(decide).toContainText("They get the mail with your words");
  const prefilled = /send it to:\s+QuadKea\s+1 Example Road[^]*We pay the freight/;
  await expect(decide.getByRole("textbox")).toHaveValue(prefilled);
  await decide.getByRole("textbox").fill("Send it to the yard. We pay the freight.");
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press("Control+Enter");
  await expect(back).toContainText("Return agreed");
  await customer.reload();
  await expect(heading).toHaveText("Return agreed: send it back");
  await expect(customer.getByText("Send it to the yard.")).toBeVisible();
  await takeStep(page, "It has come back");
  await page.keyboard.press("Control+Enter");
  await expect(back).toContainText("Return received");

  await expect(page.locator(".record-row [data-step]")).toHaveText("Pay money back");
  await page.keyboard.press("w");
  const refund = form(page, "Pay money back");
  await expect(refund.getByRole("checkbox", { name: /Rear hub/ })).toBeChecked();
  await expect(refund.getByRole("textbox", { name: "Amount" })).toHaveValue("80");
  await expect(refund).toContainText(
    "Credit note of $80.00, and $80.00 back by transfer. The customer is mailed.",
  );
  await page.keyboard.press("Space");
  await expect(refund.getByRole("textbox", { name: "Amount" })).toHaveValue("265");
  await page.keyboard.press("Space");
  // The box has the focus: letters are no commands there.
  await page.keyboard.type("els");
  await expect(refund).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await refund.scrollIntoViewIfNeeded();
  await page.keyboard.press("Control+Enter");
  await expect(refund).toBeHidden();
  await expect(order(page)).toContainText("CN-1001");
  await expect(history(page)).not.toContainText("Rang the customer");
  await order(page).scrollIntoViewIfNeeded();
  await customer.reload();
  await expect(heading).toHaveText("Return received");
  await takeStep(page, "Pay money back");
  await refund.getByRole("textbox", { name: "Amount" }).fill("185");
  await page.keyboard.press("Control+Enter");
  await expect(order(page)).toContainText("all paid back");
  await customer.reload();
  await expect(heading).toHaveText("Refunded");
  await customer.close();
});

test("by keyboard alone, a wrong part that a caller sends back is exchanged: both records show the other", async ({
  page,
  site,
}) => {
  const hub = draftLine({ id: "hub", text: "Rear hub", unit_cents: 6500 });
  const { reference, approve, pay, send } = await quoteSent(site, {
    draft: exampleDraft({ lines: [draftLine(), hub] }),
  });
  await approve();
  await pay(26_500);
  await send();
  await openRecord(page, reference);
  const step = async (name: string) => {
    await record(page).getByRole("button", { name: "Other steps" }).press("Enter");
    await stepButton(page, name).press("Enter");
  };
  await step("They want to send it back");
  const ask = form(page, "They want to send it back");
  await expect(ask.getByRole("combobox", { name: "Why" })).toBeFocused();
  await page.keyboard.type("It is the w");
  await page.keyboard.press("Control+Enter");
  await expect(ask.getByRole("checkbox").first(), "the browser itself asks for the part").toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.type("A rear left one came");
  await expectAccessible(page);
  await expectFitsPhone(page);
  await page.keyboard.press("Control+Enter");
  const back = record(page).getByRole("list", { name: "Returns" });
  await expect(back).toContainText(/Return asked: It is the wrong part, Rear hub.*A rear left one came/);
  await page.keyboard.press("w");
  await expect(form(page, "Decide on the return")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(back).toContainText("Return agreed");
  await step("It has come back");
  await expect(form(page, "It has come back")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await expect(back).toContainText("Return received");

  await record(page).getByRole("button", { name: "New request for them" }).press("Enter");
  const copy = page.getByRole("dialog", { name: `New request after ${reference}` });
  await expect(copy.getByRole("combobox", { name: "Part needed" })).toBeFocused();
  await page.keyboard.type("Rear right hub");
  await page.keyboard.press("Control+Enter");
  await expect(record(page)).toContainText(`Follows ${reference}`, { timeout: 20_000 });
  const exchange = new URL(page.url()).searchParams.get("record") ?? "";
  await expectFitsPhone(page);
  await record(page).getByRole("link", { name: reference }).first().press("Enter");
  await expect(record(page)).toContainText(`Followed by ${exchange}`);
  await expectFitsPhone(page);
});
