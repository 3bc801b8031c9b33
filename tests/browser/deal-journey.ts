import { expect, type FrameLocator, type Page } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import type { MailServer, ReceivedMail } from "#tests/mail-server.ts";

import { composer, form, order, quotes, record, shorthand } from "./desk.ts";
import { fillIn, person, quickQuote, send } from "./forms.ts";

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
  await quickQuote(phone, "2015", "Front diff");
  await fillIn(phone, person);
  await send(phone, quoteRequest);
  await expect(phone).toHaveURL(/\/thanks/);
  const reference = new URL(phone.url()).searchParams.get("ref") ?? "";
  await onStep(phone, "The customer has asked for a part");
  return reference;
}

async function quoteByKeyboard({ staff, onStep }: Journey, reference: string): Promise<void> {
  await staff.goto(`/admin?record=${reference}`);
  await expect(record(staff)).toContainText("Aroha Ngata");
  await staff.keyboard.press("q");
  await expect(shorthand(staff)).toBeFocused();
  await staff.keyboard.type("185 b");
  const soFar = composer(staff).getByRole("status", { name: "The quote so far" });
  await expect(soFar).toContainText("Front diff, grade B, $185.00");
  await onStep(staff, "Staff price it: six keys");
  await staff.keyboard.press("Control+Enter");
  const mail = composer(staff).frameLocator("iframe[title='The mail']");
  await expect(mail.getByText("$185.00").first()).toBeVisible();
  const customerPage = composer(staff).frameLocator("iframe[title='The page']");
  await expect(heading(customerPage)).toHaveText("Your quote is ready");
  await onStep(staff, "They see the mail and the page before they send them");
  await staff.keyboard.press("Control+Enter");
  await expect(quotes(staff)).toContainText(/accepted by our mail server/i, { timeout: 20_000 });
  await staff.keyboard.press("w");
  await expect(staff.getByText("Nothing to do: waiting for the customer")).toBeVisible();
  await onStep(staff, "The quote has reached the customer's mail server");
}

async function approveOnPhone({ plainPhone, mailServer, onStep }: Journey, reference: string): Promise<void> {
  const mail = await mailAbout(mailServer, `quote/${reference}/1`);
  await plainPhone.setContent(mail.html ?? "");
  await onStep(plainPhone, "The mail");
  await plainPhone.goto(new URL(linkIn(mail)).pathname);
  await expect(heading(plainPhone)).toHaveText("Your quote is ready");
  await onStep(plainPhone, "The customer's page, without scripts");
  const approve = plainPhone.getByRole("button", { name: /^Approve for \$/ });
  await approve.click();
  await expect(approve, "the browser itself asks for the tick").toBeVisible();
  await plainPhone.getByRole("checkbox", { name: /I have checked the machine/ }).check();
  await approve.click();
  await expect(heading(plainPhone)).toHaveText("Approved: now the payment");
  await expect(plainPhone.getByText("QK010019")).toBeVisible();
  await onStep(plainPhone, "Approved with one press: how to pay");
}

async function enterPayment({ staff, mailServer, onStep }: Journey): Promise<void> {
  // The order mail asks for money: a payment that is entered before it leaves stops it.
  await mailAbout(mailServer, "order/");
  await expect(order(staff)).toContainText("Awaiting payment");
  await staff.keyboard.press("p");
  await expect(form(staff, "Payment")).toBeVisible();
  await staff.keyboard.press("Control+Enter");
  await expect(order(staff)).toContainText("paid in full");
  await expect(form(staff, "Payment")).toBeHidden();
  await onStep(staff, "Staff enter the payment");
}

async function sendParcel({ staff, mailServer, onStep }: Journey): Promise<void> {
  await staff.keyboard.press("t");
  await expect(form(staff, "Parcel")).toBeVisible();
  await staff.keyboard.type("AB123456789NZ");
  await staff.keyboard.press("Control+Enter");
  await expect(order(staff)).toContainText("On its way");
  await onStep(staff, "Staff enter the parcel");
  await mailAbout(mailServer, "parcel/");
}

async function receiveParcel({ staff, plainPhone, onStep }: Journey): Promise<void> {
  await plainPhone.reload();
  await expect(heading(plainPhone)).toHaveText("On its way");
  await expect(plainPhone.getByText("AB123456789NZ", { exact: true })).toBeVisible();
  await onStep(plainPhone, "The customer follows the parcel");
  await plainPhone.getByRole("checkbox", { name: "I have my parcel" }).check();
  await plainPhone.getByRole("button", { name: "It has arrived" }).click();
  await expect(heading(plainPhone)).toHaveText("Delivered");
  await onStep(plainPhone, "It has arrived");
  await staff.goto("/admin/figures");
  await expect(staff.getByText("Quotes sent").first()).toBeVisible();
  await onStep(staff, "What it adds up to");
}

const heading = (page: Page | FrameLocator) => page.getByRole("heading", { level: 1 });

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
