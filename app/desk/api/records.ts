import { PostgrestClient, type PostgrestSingleResponse } from "@supabase/postgrest-js";

import { deskEndpoints, type RecordsExport } from "#domain/desk-wire.ts";
import { messages } from "#domain/messages.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import { endpoints, largestPage, searchFunction } from "#domain/wire.ts";

import { CallProblem, deskFile, type LoadedFile } from "./desk-call.ts";
import { listQuery } from "./list-query.ts";
import { type ListContext, isPlain, isSearch, type ListView, selectList, submissionOf } from "./list-view.ts";
import { fetchInTime, SignedOut } from "./session.ts";

export const recordPageSize = 50;

const columns = "*,repeats";

export interface RecordPage {
  readonly records: readonly SubmissionRecord[];
  /** More records follow. */
  readonly hasMore: boolean;
  /** The number of all records; null if they were not counted. */
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

/** Returns a page of a list, found by key so that it costs the same at any depth. */
export async function listRecords(
  list: ListView,
  context: ListContext,
  { limit: wanted = recordPageSize, after, signal }: PageOptions = {},
): Promise<RecordPage> {
  const submission = submissionOf(list);
  const limit = Math.min(wanted, largestPage - 1);
  const isCounted = isPlain(list) && after === undefined;
  const options = isCounted ? ({ count: "exact" } as const) : {};
  const chosen = isSearch(list)
    ? search(submission, list.query).select(columns)
    : connect().from(submission.table).select(columns, options);
  // Without a count, one extra record tells whether more follow.
  const query = selectList(chosen, list, context, after).limit(isCounted ? limit : limit + 1);
  const response = await (signal === undefined ? query : query.abortSignal(signal));
  signal?.throwIfAborted();
  const records = readRecords(submission, response);
  const total = isCounted ? (response.count ?? records.length) : null;
  const hasMore = total === null ? records.length > limit : records.length < total;
  return { records: records.slice(0, limit), hasMore, total };
}

/** Sends the query in the body: addresses are logged on the way, and what staff look for is personal data. */
function search(submission: Submission, query: string, options: { count?: "estimated" } = {}) {
  return connect().rpc(searchFunction(submission), { words: query }, options);
}

/** Returns how many records match; one more than `countsEstimatedTo` if there are even more. */
export async function countFound(submission: Submission, query: string): Promise<number> {
  const response = await search(submission, query, { count: "estimated" }).limit(0);
  assertSuccess(response, messages.loadFailed);
  return response.count ?? 0;
}

function readRecords(submission: Submission, response: PostgrestSingleResponse<unknown>): SubmissionRecord[] {
  assertSuccess(response, messages.loadFailed);
  try {
    return recordListParser(submission)(response.data);
  } catch (error) {
    console.error(`${submission.table} returned records of an unknown shape`, error);
    throw new CallProblem(messages.loadFailed);
  }
}

function assertSuccess(response: PostgrestSingleResponse<unknown>, fallback: string): void {
  if (response.status === 401) throw new SignedOut();
  if (response.success) return;
  console.error("A desk call failed", response.status, response.error);
  throw new CallProblem(serverMessage(response) ?? fallback);
}

/** Returns the server's message. The client also puts browser errors and whole error pages there. */
function serverMessage({ status, error }: PostgrestSingleResponse<unknown>): string | null {
  const message: unknown = error?.message;
  const isMessage = typeof message === "string" && message !== "" && message.length <= 300;
  return status > 0 && isMessage && !message.startsWith("<") ? message : null;
}

/** A list as a CSV file: every record of it, in its order. */
export async function exportList(list: ListView, context: ListContext): Promise<LoadedFile> {
  const query = await listQuery(list, context);
  return deskFile(deskEndpoints.recordsExport, { table: list.table, query } satisfies RecordsExport);
}
