import { dealMails } from "#domain/deals/mails.ts";
import type { photosPath } from "#domain/deals/photos.ts";
import { firm } from "#domain/firm.ts";
import { greetingName } from "#domain/greeting.ts";
import { isNameless } from "#domain/reply-text.ts";
import { emailOf, valueInRole } from "#domain/submission-values.ts";
import { eventByKey, mailWatcher } from "#server/features/records/record-events.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { type MailContent, mailHtml, mailText } from "#server/services/mail/mail-layout.ts";
import { composeMail, type MailText } from "#server/services/mail/mail.ts";
import type { Thread } from "#server/services/mail/message-id.ts";
import { type CustomerMail, nameOf, queueMail } from "#server/services/mail/outbox-table.ts";
import type { MailWatcher } from "#server/services/mail/outbox.ts";
import type { Services } from "#server/services/services.ts";

import type { DealContext } from "./deal-context.ts";
import { dealLink, type LinkedDeal } from "./deal-link.ts";

/** A customer who wants parts, or a seller of a machine. */
export interface DealRecipient extends LinkedDeal {
  readonly record: object;
}

export interface DealMail extends Pick<MailContent, "heading" | "paragraphs"> {
  /** Begins with the kind of mail (deals.md section 6). */
  readonly key: string;
  readonly subject: string;
  readonly facts?: MailContent["facts"];
  /** Replaces `facts` in the HTML part: the text part is complete on its own. */
  readonly htmlFacts?: MailContent["facts"];
  /** Set if others than the customer get the mail. It has no link then: anybody with the link may act. */
  readonly recipients?: readonly string[] | undefined;
  /** Leads to the deal's page, or with `end` to a page below it. */
  readonly button: string;
  readonly end?: typeof photosPath;
  /** The text by staff, for the history. */
  readonly words?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly thread?: Thread | undefined;
  /** Ends the footer. */
  readonly footnote?: string;
}

const greeted =
  /^(?:hi|hey|hello|dear|g['’]?day|kia ora|t[eē]n[aā] koe|m[oō]rena|good (?:morning|afternoon|evening))\b/iu;

/** Adds a greeting, unless the words begin with one, and the name of the user. */
export async function letter(
  db: Query,
  { submission, record }: DealRecipient,
  { userId, words }: { readonly userId: string; readonly words: readonly string[] },
): Promise<string[]> {
  const users = db.selectFrom("users").select("full_name").where("id", "=", userId);
  const name = (await users.executeTakeFirst())?.full_name ?? "";
  const greeting = greeted.test(words[0] ?? "")
    ? []
    : [`Hi ${greetingName(valueInRole(submission, { ...record }, "person"))},`];
  return [...greeting, ...words, isNameless(name) ? firm.trading_name : `${name}, ${firm.trading_name}`];
}

type ComposedDealMail = Pick<MailText, "subject" | "text" | "html">;

/** A mail to the customer with one link, to the deal's page: no bank account, no attachment, no remote image. */
export function composeDealMail(context: DealContext, deal: DealRecipient, mail: DealMail): ComposedDealMail {
  const { heading, paragraphs, facts = [], htmlFacts = facts, footnote } = mail;
  const reference = { label: "Reference", value: deal.reference };
  const content: MailContent = {
    heading,
    paragraphs,
    facts: [...facts, reference],
    ...(mail.recipients === undefined && {
      button: { label: mail.button, href: dealLink(context, deal).url + (mail.end ?? "") },
    }),
    footer: [
      `${firm.trading_name}, ${firm.town}, ${firm.region}. Questions? Reply to this e-mail or ring ${firm.phone}.`,
      ...(footnote === undefined ? [] : [footnote]),
    ].join(" "),
  };
  const html = mailHtml({ ...content, facts: [...htmlFacts, reference] });
  return { subject: mail.subject, text: mailText(content), html };
}

/** In bytes. */
export const mailSizeMost = 30_000;

/** The refusal of a mail of which only the words can be shortened. */
export const tooManyWords: Refusal = {
  status: 422,
  message: `The e-mail would be larger than ${mailSizeMost / 1000} KB: use fewer words`,
};

/** In bytes, as it is sent. */
export function dealMailSize(context: DealContext, deal: DealRecipient, mail: DealMail, at: Date): number {
  const text = mailToCustomer(context, deal, mail);
  return composeMail(context.mail, { ...text, name: nameOf(mail.key), date: at }).source.length;
}

function mailToCustomer(
  context: DealContext,
  deal: DealRecipient,
  mail: DealMail,
): Omit<CustomerMail, "dueAt"> {
  const addresses = { to: customerAddress(deal), replyTo: context.mail.replyTo };
  return { ...mail, ...composeDealMail(context, deal, mail), ...addresses, refNumber: deal.reference };
}

export function customerAddress({ submission, record }: DealRecipient): string {
  return emailOf(submission, { ...record }) ?? "";
}

/** The key of the event that a mail could not be sent: staff tell the customer. */
export const untoldKey = (mailKey: string) => `untold ${mailKey}`;

/**
 * Call it in the transaction of what the mail tells of. The same key again changes nothing. Returns the event to add if the customer
 * has no address.
 */
export async function queueDealMail(
  tx: Query,
  context: DealContext,
  deal: DealRecipient,
  mail: DealMail,
  { at, dueAt = at }: { readonly at: Date; readonly dueAt?: Date },
): Promise<UntoldEvent | null> {
  if (customerAddress(deal) === "" && mail.recipients === undefined) return untoldEvent(tx, mail);
  await queueMail(tx, context.mail, { ...mailToCustomer(context, deal, mail), dueAt }, at);
  return null;
}

interface UntoldEvent {
  readonly type: "untold";
  readonly key: string;
  readonly becomes: string;
  readonly user_id: null;
}

async function untoldEvent(tx: Query, mail: DealMail): Promise<UntoldEvent | null> {
  const key = untoldKey(mail.key);
  if ((await eventByKey(tx, key)) !== undefined) return null;
  const [becomes = ""] = mail.key.split("/");
  return { type: "untold", key, becomes, user_id: null };
}

/** Tells the desks what became of a mail about a deal. */
export function dealWatchers(
  context: Pick<Services, "database" | "calendar">,
): Readonly<Record<string, MailWatcher>> {
  const others = Object.keys(dealMails).map((kind) => [kind, mailWatcher(context, null)] as const);
  const answering = { quote: mailWatcher(context, "quote"), offer: mailWatcher(context, "offer") };
  return { ...Object.fromEntries(others), ...answering };
}
