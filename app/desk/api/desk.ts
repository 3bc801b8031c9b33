import { deskEndpoints } from "#domain/desk-wire.ts";
import {
  changedSchema,
  type DeskChange,
  type DeskSummary,
  deskSummarySchema,
  openRecordSchema,
  type RelatedRecord,
  type StatusChange,
  type StatusOutcome,
  statusOutcomesSchema,
} from "#domain/desk.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { messages } from "#domain/messages.ts";
import type { RecordEvent } from "#domain/record-event.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import { endpoints } from "#domain/wire.ts";

import { CallProblem, doneSchema, panelCall } from "./panel-call.ts";

/** A record with all that is known about it. */
export interface OpenRecord {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  /** Oldest first. */
  readonly events: readonly RecordEvent[];
  readonly related: readonly RelatedRecord[];
}

/** Counts and people. */
export function deskSummary(): Promise<DeskSummary> {
  return panelCall(deskSummarySchema, endpoints.deskSummary, { asksToSignIn: false });
}

export async function openRecord(reference: string): Promise<OpenRecord> {
  const { table, record, events, related } = await panelCall(openRecordSchema, recordPath(reference), {
    asksToSignIn: false,
  });
  const submission = submissions.find((kind) => kind.table === table);
  if (submission === undefined) throw new CallProblem(messages.loadFailed);
  const [parsed] = recordListParser(submission)([record]);
  if (parsed === undefined) throw new CallProblem(messages.loadFailed);
  return { submission, record: parsed, events, related };
}

/** Gives the record an owner or puts it off, unless somebody has changed it since; answers its new version. */
export async function changeRecord(
  { ref_number: reference, version }: SubmissionRecord,
  change: DeskChange,
): Promise<number> {
  const call = { method: "PATCH", body: change, version, asksToSignIn: false } as const;
  return (await panelCall(changedSchema, recordPath(reference), call)).version;
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
  return (await panelCall(changedSchema, path, { method: "POST", body: { fields }, version })).version;
}

/** Gives records a status, apart from those that somebody has changed since; answers what became of each. */
export async function changeStatuses(changes: readonly StatusChange[]): Promise<StatusOutcome[]> {
  const call = { method: "POST", body: { changes }, asksToSignIn: false } as const;
  return (await panelCall(statusOutcomesSchema, endpoints.deskStatuses, call)).outcomes;
}

/** Adds a note. Sent again with the same key, it is the same note. */
export async function addNote(reference: string, text: string, key: string): Promise<void> {
  const path = `${endpoints.deskNote}?reference=${reference}`;
  await panelCall(doneSchema, path, { method: "POST", body: { text, key } });
}

function recordPath(reference: string): string {
  return `${endpoints.deskRecord}?reference=${reference}`;
}
