import * as v from "valibot";

import { type DealForDesk, dealSchema } from "#domain/deals/deal-wire.ts";
import { deskEndpoints } from "#domain/desk-wire.ts";
import {
  type ChangeOutcomes,
  changeOutcomesSchema,
  correctedSchema,
  type DeskSummary,
  deskSummarySchema,
  openRecordSchema,
  type RecordChange,
  type RecordMail,
  type RelatedRecord,
} from "#domain/desk.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import { messages } from "#domain/messages.ts";
import { type Notice, type Outage, mailJournalSchema, noticesSchema } from "#domain/notice.ts";
import type { RecordEvent } from "#domain/record-event.ts";
import { recordListParser } from "#domain/record-schema.ts";
import { type Statistics, statisticsSchema } from "#domain/statistics.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import { type LastList, endpoints } from "#domain/wire.ts";

import { CallProblem, doneSchema, deskCall } from "./desk-call.ts";

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

/** Counts and people. */
export function deskSummary(): Promise<DeskSummary> {
  return deskCall(deskSummarySchema, endpoints.deskSummary, { asksToSignIn: false });
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

/** Changes records, except those that someone else changed first. Returns what became of each, in order. */
export function changeRecords(changes: readonly RecordChange[]): Promise<ChangeOutcomes> {
  return deskCall(changeOutcomesSchema, endpoints.deskRecord, { method: "PATCH", body: { changes } });
}

/** Corrected fields by name; an optional one may be emptied. */
export type Correction = Readonly<Record<string, string>>;

/**
 * Corrects what a visitor said of themselves, unless somebody has changed the record since; returns its new
 * version. Throws a `CallProblem` that names the field if one is wrong.
 */
export async function correctRecord(
  { ref_number: reference, version }: SubmissionRecord,
  fields: Correction,
): Promise<number> {
  const path = `${deskEndpoints.correction}?reference=${reference}`;
  return (await deskCall(correctedSchema, path, { method: "POST", body: { fields }, version })).version;
}

/** Lets the user's next session begin with this list. */
export async function keepLastList(list: LastList): Promise<void> {
  await deskCall(doneSchema, deskEndpoints.lastList, { method: "PUT", body: list, asksToSignIn: false });
}

/** Returns how many submissions came lately, and how soon they were answered. */
export function loadStatistics(): Promise<Statistics> {
  return deskCall(statisticsSchema, deskEndpoints.statistics);
}

/** The last day's mail outages, newest first; none if they cannot be read: the records matter more. */
export function mailOutages(): Promise<readonly Outage[]> {
  const call = deskCall(mailJournalSchema, endpoints.mailJournal, { asksToSignIn: false });
  return call.then(({ outages }) => outages).catch(() => []);
}

/** What staff should know about the installation; nothing if that cannot be read. */
export function installationNotices(): Promise<readonly Notice[]> {
  const call = deskCall(noticesSchema, endpoints.notices, { asksToSignIn: false });
  return call.then(({ notices }) => notices).catch(() => []);
}
