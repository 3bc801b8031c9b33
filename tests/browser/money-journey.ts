import { expect } from "@playwright/test";

import type { EventTime, FakeStripe } from "#tests/fake-stripe.ts";

import {
  approveOnPhone,
  heading,
  type Journey,
  mailAbout,
  quoteByKeyboard,
  requestPart,
  sendParcel,
} from "./deal-journey.ts";
import { form, order, record, pullParts, takeStep } from "./desk.ts";

const silent = (journey: Journey): Journey => ({ ...journey, onStep: async () => {} });

/** From the request to the approval. Returns the reference. */
async function approved(journey: Journey, year: string): Promise<string> {
  const quiet = silent(journey);
  const reference = await requestPart(quiet, year);
  await quoteByKeyboard(quiet, reference);
  await approveOnPhone(quiet, reference);
  return reference;
}

/** Paid by card and packed, whenever the card company tells us of it. Returns the reference. */
export async function walkThroughCard(
  journey: Journey,
  stripe: FakeStripe,
  told: EventTime,
): Promise<string> {
  const { staff, plainPhone, mailServer, onStep } = journey;
  stripe.eventTime = told;
  const reference = await approved(journey, "2015");
  const pay = plainPhone.getByRole("button", { name: /^Pay \$[\d.]+ by card$/ });
  await pay.scrollIntoViewIfNeeded();
  await onStep(plainPhone, "How to pay: by card, or by bank transfer");
  await pay.click();
  await plainPhone.waitForURL((url) => url.origin === stripe.origin);
  await onStep(plainPhone, "The card company’s page (here its stand-in)");
  await plainPhone.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(heading(plainPhone)).toHaveText("Paid: we are packing it");
  await onStep(plainPhone, "Paid by card: packed next");
  await expect(order(staff), "nobody has touched the desk").toContainText("paid in full", {
    timeout: 20_000,
  });
  await onStep(staff, "Staff see it at once");
  await pullParts(staff, reference);
  await takeStep(staff, "Packed");
  await expect(order(staff)).toContainText("Packed");
  await mailAbout(mailServer, "paid/");
  return reference;
}

/** Paid into the bank account: staff import the bank's file. Returns the reference. */
export async function walkThroughBankFile(journey: Journey): Promise<string> {
  const { staff, plainPhone, onStep } = journey;
  const reference = await approved(journey, "2017"); // The same request again would be a repetition.
  const code = await plainPhone.getByText(/^QK\d{6}$/).textContent();
  const total = /\$([\d,.]+)/.exec((await plainPhone.locator("dl.pay").textContent()) ?? "")?.[1];
  const day = new Intl.DateTimeFormat("en-GB", { timeZone: "Pacific/Auckland" }).format(new Date());
  const rows = [
    "Type,Details,Particulars,Code,Reference,Amount,Date,ForeignCurrencyAmount,ConversionCharge",
    `Direct Credit,A Ngata,Front diff,${code},,"${total}",${day},,`,
    `Bill Payment,J Smith Farms,Quad parts,,,281.00,${day},,`,
    `Payment,Courier Account,Freight,,,-21.00,${day},,`,
  ];
  await staff.goto("/admin/money");
  const file = { name: "statement.csv", mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) };
  await staff.getByLabel(/Choose a file/).setInputFiles(file);
  const enter = staff.getByRole("button", { name: /^Enter 1 payment/ });
  await expect(enter).toBeVisible();
  await onStep(staff, "The bank’s file: what it does is shown first");
  await enter.press("Enter");
  await expect(staff.getByText("1 payment entered, 1 line to match.")).toBeVisible();
  await onStep(staff, "One matched by its code, one waits for staff");
  await plainPhone.reload();
  await expect(heading(plainPhone)).toHaveText("Paid: we are packing it");
  return reference;
}

/** The parcel of an order that is packed arrives, and a part of it comes back for a part of the money. */
export async function walkThroughReturn(journey: Journey, reference: string): Promise<void> {
  const { staff, plainPhone, mailServer, onStep } = journey;
  await staff.goto(`/admin?record=${reference}`);
  await expect(order(staff)).toContainText("Packed");
  await sendParcel(silent(journey));
  await plainPhone.reload();
  await plainPhone.getByRole("checkbox", { name: "I have my parcel" }).check();
  await plainPhone.getByRole("button", { name: "It has arrived" }).click();
  await expect(heading(plainPhone)).toHaveText("Delivered");

  await plainPhone.getByText("Send something back", { exact: true }).click();
  await plainPhone.getByRole("radio", { name: "It is faulty" }).check();
  await plainPhone.getByRole("group", { name: "Which part?" }).getByRole("checkbox").check();
  await plainPhone.getByLabel(/^In your words/).fill("The output shaft has play.");
  await onStep(plainPhone, "The customer asks to send a part back");
  await plainPhone.getByRole("button", { name: "Ask to send it back" }).click();
  await expect(heading(plainPhone)).toHaveText("Return asked");

  await decide(journey, "agree", "Send it to 1 Example Road. We pay the freight.");
  await onStep(staff, "Staff agree: their words are the mail");
  await mailAbout(mailServer, "return/");
  await plainPhone.reload();
  await expect(heading(plainPhone)).toHaveText("Return agreed: send it back");
  await onStep(plainPhone, "Where to send it");
  await decide(journey, "received", "Play is real");

  await takeStep(staff, "Pay money back");
  const refund = form(staff, "Pay money back");
  await refund.getByLabel("Amount").fill("50");
  await refund.getByLabel("How").selectOption({ label: "To the card" });
  await onStep(staff, "Part of the money goes back, with a credit note");
  await refund.getByRole("button", { name: "Pay $50.00 back" }).click();
  await expect(record(staff)).toContainText("CN-1001");
  await mailAbout(mailServer, "refund/");
  await plainPhone.reload();
  await plainPhone.getByRole("link", { name: "Credit note CN-1001" }).first().click();
  await expect(heading(plainPhone)).toHaveText("Credit note 1001");
  await onStep(plainPhone, "The credit note, on the page and as PDF");
}

async function decide({ staff }: Journey, change: "agree" | "received", words: string): Promise<void> {
  const label = change === "agree" ? "Decide on the return" : "It has come back";
  await takeStep(staff, label);
  const decision = form(staff, label);
  await decision.getByLabel("What becomes of it").selectOption(change);
  await decision.getByRole("textbox").fill(words);
  await staff.keyboard.press("Control+Enter");
  await expect(decision).toBeHidden();
}
