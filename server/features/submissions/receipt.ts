import { business } from "#domain/business.ts";
import { knownSummary } from "#domain/catalogue/known-summary.ts";
import { dueSentence } from "#domain/due-words.ts";
import { dayMs, hourMs } from "#domain/durations.ts";
import type { ReplyDue } from "#domain/reply-due.ts";
import { emailOf } from "#domain/submission-values.ts";
import type { Limits } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import { addUses, type Bucket, readUses } from "#server/services/limits/buckets.ts";
import { countAgainst } from "#server/services/limits/limits.ts";
import { mailboxOf, mailDomainOf } from "#server/services/limits/mailbox.ts";
import { type MailContent, mailHtml, mailText } from "#server/services/mail/mail-layout.ts";
import type { MailSettings, MailText } from "#server/services/mail/mail.ts";
import { queueMail } from "#server/services/mail/outbox-table.ts";

import type { SubmitContext, SubmitRequest } from "./submit-context.ts";

export interface Mailed {
  readonly request: SubmitRequest;
  readonly refNumber: string;
  readonly reply: ReplyDue;
  /** The submission carried a proof of work that was accepted. */
  readonly isProven: boolean;
}

/** Queues a receipt for the visitor. False if the limits leave it out. */
export async function queueReceipt(tx: Query, context: SubmitContext, mailed: Mailed): Promise<boolean> {
  const { mail, now } = context;
  const { request, refNumber, isProven } = mailed;
  const email = emailOf(request.submission, request.values);
  if (email === undefined) return true;
  if (!(await countReceipt(tx, context, email, isProven))) return false;
  const receipt = receiptMail(mail, mailed);
  await queueMail(
    tx,
    mail,
    { ...receipt, key: `receipt/${refNumber}`, to: email, refNumber, dueAt: now() },
    now(),
  );
  return true;
}

/** Holds our own text only: anyone can enter any address, so nothing a visitor wrote goes there. */
function receiptMail(
  settings: MailSettings,
  { request, refNumber, reply }: Mailed,
): Pick<MailText, "replyTo" | "subject" | "text" | "html"> {
  const { submission, values } = request;
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
      { label: "Questions", value: business.phone, href: business.phoneLink },
    ],
    footer: `${business.name}, ${business.town}, ${business.region}. You get this e-mail because somebody typed your address into a form on ${settings.siteOrigin}. If that was not you, there is nothing you need to do.`,
  };
  return {
    replyTo: business.email,
    subject: `We have your ${kind} ${refNumber}`,
    text: mailText(content),
    html: mailHtml(content),
  };
}

const perAddressAndDay = 3;

/**
 * Counts one receipt; false, without counting, if there is no room. Anyone can enter any address, and unwanted mail
 * costs our domain its reputation: one mailbox gets at most three a day, and there is an hourly budget for each mail
 * domain and for all. Once a quarter of it is used, only submissions with a proof of work get a receipt.
 */
async function countReceipt(
  tx: Query,
  { keys, limits, now }: Pick<SubmitContext, "keys" | "limits" | "now">,
  email: string,
  isProven: boolean,
): Promise<boolean> {
  const budgets = receiptBudgets(keys, limits, email);
  const used = await readUses(tx, budgets, now());
  if (used.some(({ uses, most, withoutProof }) => uses + 1 > (isProven ? most : withoutProof))) return false;
  const name = keys.hash("limit", `receipts ${mailboxOf(email)}`);
  const wait = await countAgainst(tx, { name, most: perAddressAndDay, windowMs: dayMs }, now());
  if (wait !== null) return false;
  await addUses(tx, budgets, now());
  return true;
}

interface ReceiptBudget extends Bucket {
  readonly withoutProof: number; // Receipts of it for submissions without a proof of work.
}

/** A fifth of the hour's mails, half of them for one domain, but at least what a small shop needs. */
function receiptBudgets(keys: Keys, { mailsPerHour }: Limits, email: string): ReceiptBudget[] {
  const inAll = Math.max(40, Math.floor(mailsPerHour / 5));
  const ofDomain = Math.floor(inAll / 2);
  const domain = keys.hash("limit", `bucket of receipts to ${mailDomainOf(email)}`);
  const shared = { windowMs: hourMs, depth: inAll };
  return [
    { ...shared, name: "bucket of receipts in all", most: inAll, withoutProof: inAll / 4 },
    { ...shared, name: domain, most: ofDomain, withoutProof: ofDomain },
  ];
}
