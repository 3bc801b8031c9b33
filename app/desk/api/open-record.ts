import * as v from "valibot";

import { type DealForDesk, dealSchema } from "#domain/deals/deal-wire.ts";
import { openRecordSchema, type RecordMail, type RelatedRecord } from "#domain/desk.ts";
import { endpoints } from "#domain/endpoints.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import { messages } from "#domain/messages.ts";
import type { RecordEvent } from "#domain/record-event.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { CallProblem, deskCall } from "./desk-call.ts";

/** A record with all that is known about it. */
export interface OpenRecord {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  /** Oldest first. */
  readonly events: readonly RecordEvent[];
  readonly related: readonly RelatedRecord[];
  /** Mails to the visitor, oldest first. */
  readonly mails: readonly RecordMail[];
  /** What followed a quote request; null for other forms, and until it is loaded. */
  readonly deal: DealForDesk | null;
}

export async function openRecord(reference: string): Promise<OpenRecord> {
  const { table, record, events, related, mails, deal } = await deskCall(
    openRecordSchema,
    `${endpoints.deskRecord}?reference=${reference}`,
    { asksToSignIn: false },
  );
  const submission = submissionBy("table", table);
  if (submission === undefined) throw new CallProblem(messages.loadFailed);
  const [parsed] = recordListParser(submission)([record]);
  if (parsed === undefined) throw new CallProblem(messages.loadFailed);
  const parsedDeal = v.parse(v.nullable(dealSchema), deal);
  return { submission, record: parsed, events, related, mails, deal: parsedDeal };
}
