import { expect, type FrameLocator, type Page } from "@playwright/test";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import type { InboundExample } from "#tests/inbound-mail.ts";
import type { MailServer, ReceivedMail } from "#tests/mail-server.ts";

import { composer, form, history, order, pullParts, quotes, record, shorthand } from "./desk.ts";
import { fillIn, person, quickQuote, send } from "./forms.ts";
import { photo } from "./photo.ts";

export interface Journey {
  /** At the desk, signed in. */
  readonly staff: Page;
  /** The customer's phone with scripts, for the form; without them, for what follows. */
  readonly phone: Page;
  readonly plainPhone: Page;
  readonly mailServer: MailServer;
  /** Puts a mail into the mailbox that the server reads. */
  readonly receive: (mail: InboundExample) => Promise<void>;
  /** Called at each step, while the page shows it. */
  readonly onStep: (page: Page, title: string) => Promise<void>;
}

/** From the customer's request to the parcel that has arrived. Returns the reference. */
export async function walkThroughDeal(
  journey: Journey,
  { isAnsweredByMail = false }: { readonly isAnsweredByMail?: boolean } = {},
): Promise<string> {
  const reference = await requestPart(journey);
  await quoteByKeyboard(journey, reference);
  await readQuote(journey, reference);
  if (isAnsweredByMail) {
    await answerQuote(journey, reference);
    await answerCustomer(journey);
  }
  await approveOnPhone(journey, reference);
  await enterPayment(journey);
  await pullParts(journey.staff, reference);
  await sendParcel(journey);
  await receiveParcel(journey);
  return reference;
}

/** The customer answers the quote by mail, with a photo; staff answer, and the customer approves. Returns the reference. */
export async function walkThroughMail(journey: Journey): Promise<string> {
  const asBefore = { ...journey, onStep: async () => {} };
  const reference = await requestPart(asBefore);
  await quoteByKeyboard(asBefore, reference);
  await readQuote(journey, reference);
  await answerQuote(journey, reference);
  await answerCustomer(journey);
  await approveOnPhone(journey, reference);
  await expect(order(journey.staff)).toContainText("Awaiting payment");
  await history(journey.staff).evaluate((list) => list.scrollIntoView());
  await journey.onStep(journey.staff, "All of it is one conversation");
  return reference;
}

const reply = "Does it fit with the axle stub on the photo? Mine is cracked.";

async function answerQuote(journey: Journey, reference: string): Promise<void> {
  const { staff, mailServer, receive, onStep } = journey;
  const { messageId = "", subject = "", text = "" } = await mailAbout(mailServer, `quote/${reference}/1`);
  await receive({
    subject: `Re: ${subject}`,
    text: `${reply}\n\nOn Fri, 27 Nov 2026 at 2:02 pm, QuadKea <sales@quadkea.example> wrote:\n${text.replaceAll(/^/gm, "> ")}`,
    inReplyTo: messageId,
    attachments: [{ filename: "cracked.jpg", content: await photo() }],
  });
  const open = record(staff).getByRole("group", { name: "To answer" });
  await expect(open, "nobody has touched the desk").toContainText(reply, { timeout: 20_000 });
  const picture = open.getByRole("img", { name: "cracked.jpg" });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
  await onStep(staff, "The customer answers by mail, with a photo: staff see it at once");
}

async function answerCustomer({ staff, plainPhone, mailServer, onStep }: Journey): Promise<void> {
  await staff.keyboard.press("w");
  await expect(form(staff, "Answer")).toContainText("Answers their mail");
  await staff.keyboard.type("It does. We send the stub along, it is on us.");
  await onStep(staff, "Staff answer: two keys and a sentence");
  await staff.keyboard.press("Control+Enter");
  const mail = await mailAbout(mailServer, "answer/");
  expect(mail.inReplyTo, "the customer's mail program shows one conversation").toContain(
    "@mail.example.co.nz",
  );
  await plainPhone.setContent(mail.html ?? "");
  await onStep(plainPhone, "The answer, in the same thread");
  await expect(staff.getByText("Accepted by our mail server").first()).toBeVisible({ timeout: 20_000 });
}

export async function requestPart({ phone, onStep }: Journey, year = "2015"): Promise<string> {
  await quickQuote(phone, year, "Front diff");
  await fillIn(phone, person);
  await send(phone, quoteRequest);
  await expect(phone).toHaveURL(/\/thanks/);
  const reference = new URL(phone.url()).searchParams.get("ref") ?? "";
  await onStep(phone, "The customer has asked for a part");
  return reference;
}

export async function quoteByKeyboard({ staff, onStep }: Journey, reference: string): Promise<void> {
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

async function readQuote({ plainPhone, mailServer, onStep }: Journey, reference: string): Promise<void> {
  const mail = await mailAbout(mailServer, `quote/${reference}/1`);
  await plainPhone.setContent(mail.html ?? "");
  await onStep(plainPhone, "The mail");
}

export async function approveOnPhone(
  { plainPhone, mailServer, onStep }: Journey,
  reference: string,
): Promise<void> {
  const mail = await mailAbout(mailServer, `quote/${reference}/1`);
  await plainPhone.goto(new URL(linkIn(mail)).pathname);
  await expect(heading(plainPhone)).toHaveText("Your quote is ready");
  await onStep(plainPhone, "The customer's page, without scripts");
  const approve = plainPhone.getByRole("button", { name: /^Approve for \$/ });
  await approve.click();
  await expect(approve, "the browser itself asks for the tick").toBeVisible();
  await plainPhone.getByRole("checkbox", { name: /I have checked the machine/ }).check();
  await approve.click();
  await expect(heading(plainPhone)).toHaveText("Approved: now the payment");
  await expect(plainPhone.getByText(/^QK01\d{4}$/)).toBeVisible();
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

export async function sendParcel({ staff, mailServer, onStep }: Journey): Promise<void> {
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

export const heading = (page: Page | FrameLocator) => page.getByRole("heading", { level: 1 });

/** Waits for the mail whose Message-ID says what it is about. */
export async function mailAbout({ messages }: MailServer, key: string): Promise<ReceivedMail> {
  const name = `<${key.replaceAll("/", "-")}`;
  const find = () => messages.find(({ messageId }) => messageId?.startsWith(name) === true);
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  const mail = find();
  if (mail === undefined) throw new Error(`no mail ${key}`);
  return mail;
}

export function linkIn({ text }: ReceivedMail): string {
  const link = /https?:\/\/\S+\/my\/\S+/.exec(text ?? "")?.[0];
  if (link === undefined) throw new Error("the mail has no link");
  return link;
}
