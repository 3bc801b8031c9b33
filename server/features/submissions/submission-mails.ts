import { knownSummary } from "#domain/catalogue/known-summary.ts";
import { atWorkInWords, dueInWords, dueSentence } from "#domain/due-words.ts";
import { displayValue, type Field, kindOf } from "#domain/field.ts";
import { firm, phoneLink } from "#domain/firm.ts";
import type { ReplyDue } from "#domain/reply-due.ts";
import { emailOf, summaryOf } from "#domain/submission-values.ts";
import { fieldEntries, hasSteps, type Submission } from "#domain/submission.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type Fact, type MailContent, mailHtml, mailText } from "#server/services/mail/mail-layout.ts";
import { composeMail, type Mail, type MailSettings } from "#server/services/mail/mail.ts";
import { queueMail } from "#server/services/mail/outbox-table.ts";
import type { Services } from "#server/services/services.ts";

import type { SubmitRequest } from "./begin-attempt.ts";
import { countReceipt } from "./submission-limits.ts";

/** A submission whose mail is on its way. */
export interface Mailing {
  readonly request: SubmitRequest;
  readonly refNumber: string;
  readonly reply: ReplyDue;
  /** The submission carried a proof of work that was accepted. */
  readonly isProven: boolean;
}

type ReceiptContext = Pick<Services, "keys" | "limits" | "mail" | "now" | "secrets">;
/** Without limits: for those who asked staff for it. */
type EnteredContext = Pick<Services, "mail" | "now" | "secrets">;

/** Queues a receipt for the visitor. False if the limits leave it out. */
export async function queueReceipt(tx: Query, context: ReceiptContext, mailed: Mailing): Promise<boolean> {
  const { request, refNumber, reply, isProven } = mailed;
  const email = emailOf(request.submission, request.values);
  if (email === undefined) return true;
  if (!(await countReceipt(tx, context, email, isProven))) return false;
  const { submission, values } = request;
  const why = `somebody typed your address into a form on ${context.mail.siteOrigin}`;
  await queueOne(tx, context, { submission, values, refNumber, reply }, why);
  return true;
}

interface Receipt
  extends Pick<SubmitRequest, "submission" | "values">, Pick<Mailing, "refNumber" | "reply"> {}

/** Queues a receipt for what staff entered: they asked for it, so no limit counts. */
export function queueEnteredReceipt(tx: Query, context: EnteredContext, receipt: Receipt): Promise<void> {
  return queueOne(tx, context, receipt, "you asked us for something and gave us your address");
}

async function queueOne(tx: Query, context: EnteredContext, receipt: Receipt, why: string): Promise<void> {
  const { mail, now } = context;
  const { submission, values, refNumber } = receipt;
  const to = emailOf(submission, values) ?? "";
  const envelope = { key: `receipt/${refNumber}`, to, refNumber, dueAt: now() };
  await queueMail(tx, mail, { ...receiptOf(context, receipt, why), ...envelope }, now());
}

/** Holds our own text only: anyone can enter any address, so nothing a visitor wrote goes there. */
function receiptOf(context: EnteredContext, receipt: Receipt, why: string) {
  const { mail: settings } = context;
  const { submission, values, refNumber, reply } = receipt;
  const { url } = dealLink(context, { submission, reference: refNumber, generation: 1 });
  const summary = knownSummary(submission, values);
  const kind = submission.title.toLowerCase();
  const content: MailContent = {
    heading: `We have your ${kind}`,
    paragraphs: [
      `Thank you. Your ${kind} has reached us. ${submission.promise} ${dueSentence(reply)}`,
      ...(submission.followUp === undefined ? [] : [submission.followUp]),
      "To add something, reply to this e-mail and keep the reference in the subject line.",
    ],
    facts: [
      ...(summary === "" ? [] : [{ label: submission.summaryLabel, value: summary }]),
      { label: "Reference", value: refNumber },
      { label: "Questions", value: firm.phone, href: phoneLink() },
    ],
    ...(hasSteps(submission) ? { button: linkOf(submission, url) } : {}),
    footer: `${firm.trading_name}, ${firm.town}, ${firm.region}. You get this e-mail because ${why}. If that was not you, there is nothing you need to do.`,
  };
  return {
    replyTo: settings.replyTo,
    subject: `We have your ${kind} ${refNumber}`,
    text: mailText(content),
    html: mailHtml(content),
  };
}

/** Asks for photos of a vehicle, which are what we need next. */
function linkOf({ hasSale }: Submission, url: string) {
  return hasSale === true
    ? { label: "Add photos now", href: `${url}#photos` }
    : { label: "See where it is up to", href: url };
}

const subjectSummaryLength = 60;

/** Shows staff every field of a submission. A reply goes straight to the visitor. */
export function staffMail(settings: MailSettings, { request, refNumber, reply }: Mailing): Mail {
  const { submission, values } = request;
  const summary = oneLine(summaryOf(submission, values));
  const content: MailContent = {
    heading: `${submission.title} ${refNumber}`,
    paragraphs: [summary, answerBy(reply)],
    facts: fieldEntries(submission).flatMap(([name, field]) => factOf(field, values[name])),
    button: { label: "Open the record", href: `${settings.siteOrigin}/admin?record=${refNumber}` },
    footer: "Reply to this e-mail to answer the visitor.",
  };
  const replyTo = emailOf(submission, values);
  return composeMail(settings, {
    name: `${refNumber}-staff`,
    refNumber,
    to: settings.to,
    ...(replyTo === undefined ? {} : { replyTo }),
    subject: `${submission.title} ${refNumber}: ${summary}`,
    text: mailText(content),
    html: mailHtml(content),
  });
}

/** Adds the working time until then, if the promise does not follow opening hours. */
function answerBy(reply: ReplyDue): string {
  const promised = `Answer ${dueInWords(reply)}.`;
  const atWork = atWorkInWords(reply);
  return atWork === null ? promised : `${promised} ${atWork}.`;
}

function factOf(field: Field, value: string | number | undefined): Fact[] {
  if (value === undefined) return [];
  const fact = { label: field.label, value: displayValue(field, value) };
  const href = kindOf(field).contactLink?.(value) ?? null;
  return [href === null ? fact : { ...fact, href }];
}

/** Makes a visitor's text fit for a subject: one line, no invisible or direction-changing characters, short. */
function oneLine(text: string): string {
  const plain = text.replaceAll(/[\p{C}\p{Z}]+/gu, " ").trim();
  const characters = [...plain];
  if (characters.length <= subjectSummaryLength) return plain;
  return `${characters.slice(0, subjectSummaryLength - 1).join("")}…`;
}
