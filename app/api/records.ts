import { PostgrestClient, type PostgrestSingleResponse } from "@supabase/postgrest-js";

import { messages } from "#domain/messages.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { RecordStatus } from "#domain/record-status.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import { endpoints } from "#domain/wire.ts";

import { fetchWithSession } from "./session.ts";

export const recordPageSize = 50;
const timeoutMs = 15_000;

/** Thrown when the session has ended and could not be renewed. */
export class SignedOut extends Error {}

/** A failed panel call; `message` is what staff read. */
export class RecordsProblem extends Error {}

export interface RecordPage {
  readonly records: readonly SubmissionRecord[];
  /** How many there are in all; null on pages after the first. */
  readonly total: number | null;
}

// Retries are off: staff see a failure at once and have a Refresh button.
const connect = () =>
  new PostgrestClient(`${location.origin}${endpoints.records}`, {
    fetch: fetchWithSession,
    timeout: timeoutMs,
    retry: false,
  });

/** The newest records of a kind and their total count. */
export async function newestRecords(submission: Submission, limit = recordPageSize): Promise<RecordPage> {
  const answer = await connect()
    .from(submission.table)
    .select("*", { count: "exact" })
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(limit);
  const records = readRecords(submission, answer);
  return { records, total: answer.count ?? records.length };
}

/** The page of records that follows `last`, found by key so that it costs the same at any depth. */
export async function recordsAfter(submission: Submission, last: SubmissionRecord): Promise<RecordPage> {
  const { created_at: createdAt, id } = last;
  const answer = await connect()
    .from(submission.table)
    .select("*")
    .or(`created_at.lt.${createdAt},and(created_at.eq.${createdAt},id.lt.${id})`)
    .order("created_at", { ascending: false })
    .order("id", { ascending: false })
    .limit(recordPageSize);
  return { records: readRecords(submission, answer), total: null };
}

/** The record with that reference, if this kind has one. */
export async function recordByReference(
  submission: Submission,
  reference: string,
): Promise<SubmissionRecord | null> {
  const answer = await connect().from(submission.table).select("*").eq("ref_number", reference).limit(1);
  return readRecords(submission, answer)[0] ?? null;
}

/** Gives one record a status. */
export async function changeStatus(submission: Submission, id: string, status: RecordStatus): Promise<void> {
  const answer = await connect()
    .from(submission.table)
    .update({ status, updated_at: new Date().toISOString() })
    .eq("id", id)
    .select();
  assertSuccess(answer, messages.statusUpdateFailed);
  // A server may answer without a body; one that lists no row has changed nothing.
  const changed: unknown = answer.data;
  if (Array.isArray(changed) && changed.length === 0) throw new RecordsProblem(messages.statusUpdateFailed);
}

function readRecords(submission: Submission, answer: PostgrestSingleResponse<unknown>): SubmissionRecord[] {
  assertSuccess(answer, messages.loadFailed);
  try {
    return recordListParser(submission)(answer.data);
  } catch (error) {
    console.error(`${submission.table} answered records of an unknown shape`, error);
    throw new RecordsProblem(messages.loadFailed);
  }
}

function assertSuccess(answer: PostgrestSingleResponse<unknown>, fallback: string): void {
  if (answer.status === 401) throw new SignedOut();
  if (answer.success) return;
  console.error("A panel call failed", answer.status, answer.error);
  throw new RecordsProblem(serverWords(answer) ?? fallback);
}

/** The server's own message. The client also puts the browser's words and whole error pages there. */
function serverWords({ status, error }: PostgrestSingleResponse<unknown>): string | null {
  const message: unknown = error?.message;
  const isMessage = typeof message === "string" && message !== "" && message.length <= 300;
  return status > 0 && isMessage && !message.startsWith("<") ? message : null;
}
