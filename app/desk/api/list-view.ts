import { submissionBy } from "#domain/forms/submissions.ts";
import { initialStatus, type RecordStatus, recordStatuses } from "#domain/record-status.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

/** Which records of a kind a list shows: all, those of one status, one's own open ones, those put off. */
export const shares = ["all", ...recordStatuses, "mine", "snoozed"] as const;
export type Share = (typeof shares)[number];

/** `due` shows what waits for an answer, the most pressing first. */
export type ListOrder = "newest" | "due";

/** A list as staff ask for it. */
export interface ListView {
  readonly table: string;
  readonly share: Share;
  readonly order: ListOrder;
  /** What is searched for; empty shows everything. */
  readonly words: string;
}

/** Whose list it is, and as of when. */
export interface Asker {
  readonly userId: string;
  readonly now: Date;
}

/** All records of a kind, newest first (specification section 7). */
export function isPlain(list: ListView): boolean {
  return list.share === "all" && list.order === "newest" && !isSearch(list);
}

export function isStatusShare(share: Share): share is RecordStatus {
  return recordStatuses.some((status) => status === share);
}

export function submissionOf({ table }: Pick<ListView, "table">): Submission {
  const submission = submissionBy("table", table);
  if (submission === undefined) throw new Error(`No form has the table ${table}`);
  return submission;
}

/** The part of the stock client's query that lists are made with. */
export interface Filters {
  eq(column: string, value: unknown): this;
  gt(column: string, value: unknown): this;
  lt(column: string, value: unknown): this;
  or(filters: string): this;
  order(column: string, options: { ascending: boolean }): this;
}

/** Whether a list shows what is found. */
export function isSearch({ words }: Pick<ListView, "words">): boolean {
  return words.trim() !== "";
}

/**
 * Narrows a query down to a list, in its order, from behind the last record of the page before. The query
 * itself searches for the words.
 */
export function selectList<Query extends Filters>(
  query: Query,
  list: ListView,
  asker: Asker,
  after: SubmissionRecord | undefined,
): Query {
  const ofShare = selectShare(query, list.share, asker);
  const ofOrder = list.order === "due" ? awake(ofShare.eq("status", initialStatus), asker) : ofShare;
  const ascending = list.order === "due";
  return isSearch(list) ? byNumber(ofOrder, ascending, after) : byArrival(ofOrder, ascending, after);
}

function selectShare<Query extends Filters>(query: Query, share: Share, asker: Asker): Query {
  if (share === "all") return query;
  if (share === "mine") return awake(query.eq("owner_id", asker.userId).eq("is_open", true), asker);
  if (share === "snoozed") return query.gt("snoozed_until", asker.now.toISOString());
  return query.eq("status", share);
}

function awake<Query extends Filters>(query: Query, { now }: Asker): Query {
  return query.or(`snoozed_until.is.null,snoozed_until.lte.${now.toISOString()}`);
}

/** Within a kind, what came earlier is due earlier (docs/decisions/018-when-a-reply-is-due.md). */
function byArrival<Query extends Filters>(
  query: Query,
  ascending: boolean,
  after: SubmissionRecord | undefined,
): Query {
  const beyond = ascending ? "gt" : "lt";
  const page =
    after === undefined
      ? query
      : query.or(
          `created_at.${beyond}.${after.created_at},and(created_at.eq.${after.created_at},id.${beyond}.${after.id})`,
        );
  return page.order("created_at", { ascending }).order("id", { ascending });
}

/** The order in which matches come out of the search. */
function byNumber<Query extends Filters>(
  query: Query,
  ascending: boolean,
  after: SubmissionRecord | undefined,
): Query {
  const beyond = ascending ? "gt" : "lt";
  const page = after === undefined ? query : query[beyond]("number", after.number);
  return page.order("number", { ascending });
}
