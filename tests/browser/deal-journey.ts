import { expect, type Page } from "@playwright/test";

import type { MailServer, ReceivedMail } from "#tests/mail-server.ts";

import { record } from "./desk-page.ts";
import { askForQuote } from "./quote-form.ts";

export interface Journey {
  /** At the desk, signed in. */
  readonly staff: Page;
  /** The customer's phone with scripts, for the form; without them, for what follows. */
  readonly phone: Page;
  readonly plainPhone: Page;
  readonly mailServer: MailServer;
  /** Called at each step, while the page shows it. */
  readonly onStep: (page: Page, title: string) => Promise<void>;
}

/** From the customer's request to the parcel that has arrived. Returns the reference. */
export async function walkThroughDeal(journey: Journey): Promise<string> {
  const reference = await requestPart(journey);
  await quoteByKeyboard(journey, reference);
  await approveOnPhone(journey, reference);
  await enterPayment(journey);
  await sendParcel(journey);
  await receiveParcel(journey);
  return reference;
}

async function requestPart({ phone, onStep }: Journey): Promise<string> {
  const reference = await askForQuote(phone);
  await onStep(phone, "The customer has asked for a part");
  return reference;
}

async function quoteByKeyboard({ staff, onStep }: Journey, reference: string): Promise<void> {
  await staff.goto(`/admin?record=${reference}`);
  await expect(record(staff)).toContainText("Aroha Ngata");
  await staff.keyboard.press("q");
  const composer = record(staff).getByRole("form", { name: "Quote" });
  await expect(composer.getByRole("textbox", { name: "Price, grade, freight, days" })).toBeFocused();
  await staff.keyboard.type("185 b");
  await expect(composer.getByRole("status", { name: "The quote so far" })).toContainText("$185.00");
  await onStep(staff, "Staff price it: six keys");
  await staff.keyboard.press("Control+Enter");
  await expect(composer.frameLocator("iframe[title='The mail']").getByText("$185.00").first()).toBeVisible();
  await onStep(staff, "They see the mail and the page before they send them");
  await staff.keyboard.press("Control+Enter");
  const quotes = record(staff).getByRole("list", { name: "Quotes" });
  await expect(quotes).toContainText(/accepted by our mail server/i, { timeout: 20_000 });
  await onStep(staff, "The quote has reached the customer's mail server");
}

async function approveOnPhone({ plainPhone, mailServer, onStep }: Journey, reference: string): Promise<void> {
  const mail = await mailAbout(mailServer, `quote/${reference}/1`);
  await plainPhone.setContent(mail.html ?? "");
  await onStep(plainPhone, "The mail");
  await plainPhone.goto(new URL(linkIn(mail)).pathname);
  await expect(heading(plainPhone)).toHaveText("Your quote is ready");
  await onStep(plainPhone, "The customer's page, without scripts");
  await plainPhone.getByRole("checkbox", { name: /I have checked the machine/ }).check();
  await plainPhone.getByRole("button", { name: /^Approve for \$/ }).click();
  await expect(heading(plainPhone)).toHaveText("Approved: now the payment");
  await expect(plainPhone.getByText("QK010019")).toBeVisible();
  await onStep(plainPhone, "Approved with one press: how to pay");
}

async function enterPayment({ staff, mailServer, onStep }: Journey): Promise<void> {
  // The order mail asks for money: a payment that is entered before it leaves stops it.
  await mailAbout(mailServer, "order/");
  const order = record(staff).getByRole("region", { name: "Order", exact: true });
  await expect(order).toContainText("Awaiting payment");
  await staff.keyboard.press("p");
  await expect(record(staff).getByRole("form", { name: "Payment" })).toBeVisible();
  await staff.keyboard.press("Control+Enter");
  await expect(order).toContainText("paid in full");
  await expect(record(staff).getByRole("form", { name: "Payment" })).toBeHidden();
  await onStep(staff, "Staff enter the payment");
}

async function sendParcel({ staff, mailServer, onStep }: Journey): Promise<void> {
  const order = record(staff).getByRole("region", { name: "Order", exact: true });
  await staff.keyboard.press("t");
  await expect(record(staff).getByRole("form", { name: "Parcel" })).toBeVisible();
  await staff.keyboard.type("AB123456789NZ");
  await staff.keyboard.press("Control+Enter");
  await expect(order).toContainText("On its way");
  await onStep(staff, "Staff enter the parcel");
  await mailAbout(mailServer, "parcel/");
}

async function receiveParcel({ staff, plainPhone, onStep }: Journey): Promise<void> {
  await plainPhone.reload();
  await expect(heading(plainPhone)).toHaveText("On its way");
  await onStep(plainPhone, "The customer follows the parcel");
  await plainPhone.getByRole("checkbox", { name: "I have my parcel" }).check();
  await plainPhone.getByRole("button", { name: "It has arrived" }).click();
  await expect(heading(plainPhone)).toHaveText("Delivered");
  await onStep(plainPhone, "It has arrived");
  await staff.goto("/admin/figures");
  await expect(staff.getByText("Quotes sent").first()).toBeVisible();
  await onStep(staff, "What it adds up to");
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Waits for the mail whose Message-ID says what it is about. */
async function mailAbout({ messages }: MailServer, key: string): Promise<ReceivedMail> {
  const name = `<${key.replaceAll("/", "-")}`;
  const find = () => messages.find(({ messageId }) => messageId?.startsWith(name) === true);
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  const mail = find();
  if (mail === undefined) throw new Error(`no mail ${key}`);
  return mail;
}

function linkIn({ text }: ReceivedMail): string {
  const link = /https?:\/\/\S+\/my\/\S+/.exec(text ?? "")?.[0];
  if (link === undefined) throw new Error("the mail has no link");
  return link;
}
