import type { ReplyDue } from "#domain/reply-due.ts";
import { emailOf } from "#domain/submission-values.ts";

import { countReceipt, ReceiptLeftOut } from "./receipt-limits.ts";
import { receiptMail } from "./receipt-mail.ts";
import type { SubmitContext, SubmitRequest } from "./submit-context.ts";

/** What a receipt is about. */
export interface Mailed {
  readonly request: SubmitRequest;
  readonly refNumber: string;
  readonly reply: ReplyDue;
  /** The submission carried a proof of work that was accepted. */
  readonly isProven: boolean;
}

/**
 * Tells the visitor by mail that the submission has arrived, within the limits on receipts. A failure changes
 * nothing.
 */
export async function sendReceipt(context: SubmitContext, mailed: Mailed): Promise<void> {
  const { mailer, mail, log } = context;
  const { request, refNumber, reply, isProven } = mailed;
  const email = emailOf(request.submission, request.values);
  if (email === undefined) return;
  const isCounted = await count(context, email, isProven);
  if (!isCounted) return log.info({ ref: refNumber }, "receipt left out");
  const terms = { isReceipt: true, sender: request.clientAddress };
  const result = await mailer.send(receiptMail(mail, request.submission, email, refNumber, reply), terms);
  if (result.outcome === "accepted") return;
  log.info({ ref: refNumber, outcome: result.outcome, errorClass: result.errorClass }, "receipt not sent");
}

async function count(context: SubmitContext, email: string, isProven: boolean): Promise<boolean> {
  try {
    await context.database.write((tx) => countReceipt(tx, context, email, isProven));
    return true;
  } catch (error) {
    if (error instanceof ReceiptLeftOut) return false;
    throw error;
  }
}
