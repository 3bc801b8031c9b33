import { PostgrestClient, type PostgrestSingleResponse } from "@supabase/postgrest-js";

import { messages } from "#domain/messages.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import { endpoints, largestPage, searchFunction } from "#domain/wire.ts";

import { type Asker, isPlain, isSearch, type ListView, selectList, submissionOf } from "./list-view.ts";
import { CallProblem } from "./panel-call.ts";
import { fetchInTime, SignedOut } from "./session.ts";

export const recordPageSize = 50;

export interface RecordPage {
  readonly records: readonly SubmissionRecord[];
  /** More records follow. */
  readonly hasMore: boolean;
  /** How many there are in all, where that was asked for. */
  readonly total: number | null;
}

// Retries are off: staff see a failure at once and have a Refresh button.
const connect = () =>
  new PostgrestClient(`${location.origin}${endpoints.records}`, { fetch: fetchInTime, retry: false });

interface PageOptions {
  readonly limit?: number;
  /** The last record of the page before. */
  readonly after?: SubmissionRecord;
  readonly signal?: AbortSignal;
}

/** A page of a list, found by key so that it costs the same at any depth. */
export async function listRecords(
  list: ListView,
  asker: Asker,
  { limit: wanted = recordPageSize, after, signal }: PageOptions = {},
): Promise<RecordPage> {
  const submission = submissionOf(list);
  const limit = Math.min(wanted, largestPage - 1);
  const isCounted = isPlain(list) && after === undefined;
  const options = isCounted ? ({ count: "exact" } as const) : {};
  const chosen = isSearch(list)
    ? search(submission, list.words)
    : connect().from(submission.table).select("*", options);
  // If nothing is counted, one more than is shown tells whether anything follows.
  const query = selectList(chosen, list, asker, after).limit(isCounted ? limit : limit + 1);
  const answer = await (signal === undefined ? query : query.abortSignal(signal));
  signal?.throwIfAborted();
  const records = readRecords(submission, answer);
  const total = isCounted ? (answer.count ?? records.length) : null;
  const hasMore = total === null ? records.length > limit : records.length < total;
  return { records: records.slice(0, limit), hasMore, total };
}

/** Sends the words in the body: addresses are logged on the way, and what staff look for is personal data. */
function search(submission: Submission, words: string, options: { count?: "estimated" } = {}) {
  return connect().rpc(searchFunction(submission), { words }, options);
}

/** How many records of a kind the words find; one more than `countsEstimatedTo` where there are more. */
export async function countFound(submission: Submission, words: string): Promise<number> {
  const answer = await search(submission, words, { count: "estimated" }).limit(0);
  assertSuccess(answer, messages.loadFailed);
  return answer.count ?? 0;
}

function readRecords(submission: Submission, answer: PostgrestSingleResponse<unknown>): SubmissionRecord[] {
  assertSuccess(answer, messages.loadFailed);
  try {
    return recordListParser(submission)(answer.data);
  } catch (error) {
    console.error(`${submission.table} answered records of an unknown shape`, error);
    throw new CallProblem(messages.loadFailed);
  }
}

function assertSuccess(answer: PostgrestSingleResponse<unknown>, fallback: string): void {
  if (answer.status === 401) throw new SignedOut();
  if (answer.success) return;
  console.error("A panel call failed", answer.status, answer.error);
  throw new CallProblem(serverWords(answer) ?? fallback);
}

/** The server's own message. The client also puts the browser's words and whole error pages there. */
function serverWords({ status, error }: PostgrestSingleResponse<unknown>): string | null {
  const message: unknown = error?.message;
  const isMessage = typeof message === "string" && message !== "" && message.length <= 300;
  return status > 0 && isMessage && !message.startsWith("<") ? message : null;
}
