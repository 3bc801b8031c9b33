import { deskCalls, type RecordsExport } from "#domain/desk-wire.ts";
import { endpoints } from "#domain/endpoints.ts";
import { messages } from "#domain/messages.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import { largestPage, searchFunction } from "#domain/wire.ts";

import { CallProblem, deskFile, type LoadedFile, readJson, respond } from "./desk-call.ts";
import { isSearch, type ListContext, listQuery, type ListView, submissionOf } from "./list-view.ts";

export const recordPageSize = 50;

const columns = "*,repeats";

export interface RecordPage {
  readonly records: readonly SubmissionRecord[];
  /** More records follow. */
  readonly hasMore: boolean;
}

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
  const query = pageQuery(list, context, limit, after);
  const call = { asksToSignIn: false, fallback: messages.loadFailed, signal } as const;
  const records = parsed(
    submission,
    await (isSearch(list)
      ? rowsAt(searchPath(submission, query), { ...call, ...found(list.query) })
      : rowsAt(listPath(submission, query), call)),
  );
  return { records: records.slice(0, limit), hasMore: records.length > limit };
}

async function rowsAt(path: string, request: Parameters<typeof respond>[1]): Promise<unknown> {
  return readJson(path, request, await respond(path, request));
}

function pageQuery(list: ListView, context: ListContext, limit: number, after?: SubmissionRecord) {
  const query = listQuery(list, context, after);
  query.set("select", columns);
  query.set("limit", String(limit + 1)); // One more tells whether more follow.
  return query;
}

const listPath = ({ table }: Submission, query: URLSearchParams) => `${endpoints.records}/${table}?${query}`;

/** The path of a table's newest records, which are the same for everybody. */
export function newestPath(submission: Submission): string {
  const list = { table: submission.table, filter: "all", order: "newest", query: "" } as const;
  return listPath(submission, pageQuery(list, { userId: "", now: new Date() }, recordPageSize));
}

function searchPath(submission: Submission, query: URLSearchParams): string {
  return `${endpoints.records}/rpc/${searchFunction(submission)}?${query}`;
}

/** Sends the query in the body: addresses are logged on the way, and what staff look for is personal data. */
function found(query: string) {
  return { method: "POST", body: { words: query } } as const;
}

/** Returns how many records match; one more than `countsEstimatedTo` if there are even more. */
export async function countFound(submission: Submission, query: string): Promise<number> {
  const path = searchPath(submission, new URLSearchParams({ select: "*", limit: "0" }));
  const headers = { prefer: "count=estimated" };
  const response = await respond(path, { ...found(query), headers, asksToSignIn: false });
  return Number(response.headers.get("content-range")?.split("/")[1] ?? 0) || 0;
}

function parsed(submission: Submission, rows: unknown): SubmissionRecord[] {
  try {
    return recordListParser(submission)(rows);
  } catch (error) {
    console.error(`${submission.table} returned records of an unknown shape`, error);
    throw new CallProblem(messages.loadFailed);
  }
}

/** A list as a CSV file: every record of it, in its order. Asks for the user's password again. */
export function exportList(list: ListView, context: ListContext, password: string): Promise<LoadedFile> {
  const query = listQuery(list, context);
  if (isSearch(list)) query.set("search", `plfts.${list.query}`);
  const body: RecordsExport = { table: list.table, query: query.toString(), password };
  return deskFile(deskCalls.recordsExport, body);
}
