import type { ReplyDue } from "#domain/reply-due.ts";

import { countAgainst } from "../limits/limits.ts";
import { mailboxOf } from "../limits/mailbox.ts";
import { receiptMail } from "../mail/receipt-mail.ts";
import type { SubmitContext, SubmitRequest } from "./submit-context.ts";

const receiptWindowMs = 24 * 60 * 60_000;
const receiptsPerAddressAndDay = 3;

/**
 * Tells the visitor by mail that the submission has arrived. Anybody can enter anybody's address, so
 * one address gets at most three a day. A failure changes nothing.
 */
export async function sendReceipt(
  { database, keys, mailer, mail, now, log }: SubmitContext,
  { submission, values, clientAddress }: SubmitRequest,
  refNumber: string,
  reply: ReplyDue,
): Promise<void> {
  const { email } = values;
  if (typeof email !== "string") return;
  const limit = {
    name: keys.hash("limit", `receipts ${mailboxOf(email)}`),
    most: receiptsPerAddressAndDay,
    windowMs: receiptWindowMs,
  };
  const retryAfter = await database.write((tx) => countAgainst(tx, limit, now()));
  if (retryAfter !== null) return log.info({ ref: refNumber }, "receipt left out");
  const terms = { isReceipt: true, sender: clientAddress };
  const result = await mailer.send(receiptMail(mail, submission, email, refNumber, reply), terms);
  if (result.outcome === "accepted") return;
  log.info({ ref: refNumber, outcome: result.outcome, errorClass: result.errorClass }, "receipt not sent");
}
