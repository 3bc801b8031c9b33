import type { NextStep } from "#domain/deals/stage.ts";
import { dayMs } from "#domain/durations.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import { type RecordStatus, recordStatuses } from "#domain/record-status.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

/** The filters by what staff do next about a deal. */
export const stepFilters = [
  "to-quote",
  "mail-failed",
  "quoted",
  "expiring",
  "questions",
  "to-be-paid",
  "to-pack",
  "on-its-way",
] as const;
export type StepFilter = (typeof stepFilters)[number];

/**
 * The filters of a list: all, what visitors wait for and what we wait for, one status, the user's own open records,
 * snoozed ones.
 */
export const listFilters = ["all", "to-answer", "waiting", ...recordStatuses, "mine", "snoozed"] as const;
export type ListFilter = (typeof listFilters)[number] | StepFilter;

export function isStepFilter(filter: ListFilter): filter is StepFilter {
  return stepFilters.some((step) => step === filter);
}

/** Mails fail about every record; the other steps are those of a deal. */
export function stepFiltersOf({ hasDeal }: Pick<Submission, "hasDeal">): readonly StepFilter[] {
  return hasDeal === true ? stepFilters : ["mail-failed"];
}

/** `due` shows what waits for a reply, the most urgent first. */
export type ListOrder = "newest" | "due";

export interface ListView {
  readonly table: string;
  readonly filter: ListFilter;
  readonly order: ListOrder;
  /** The search query; empty shows everything. */
  readonly query: string;
}

/** The user whose list it is, and the current time. */
export interface ListContext {
  readonly userId: string;
  readonly now: Date;
}

/** Whether the list is every record of a table, newest first (specification section 7). */
export function isPlain(list: ListView): boolean {
  return list.filter === "all" && list.order === "newest" && !isSearch(list);
}

export function isStatusFilter(filter: ListFilter): filter is RecordStatus {
  return recordStatuses.some((status) => status === filter);
}

export function submissionOf({ table }: Pick<ListView, "table">): Submission {
  const submission = submissionBy("table", table);
  if (submission === undefined) throw new Error(`No form has the table ${table}`);
  return submission;
}

/** The part of the stock client's query that lists are made with. */
export interface Filters {
  eq(column: string, value: unknown): this;
  neq(column: string, value: unknown): this;
  gt(column: string, value: unknown): this;
  lt(column: string, value: unknown): this;
  lte(column: string, value: unknown): this;
  is(column: string, value: null): this;
  or(filters: string): this;
  order(column: string, options: { ascending: boolean }): this;
}

export function isSearch({ query }: Pick<ListView, "query">): boolean {
  return query.trim() !== "";
}

/** Adds a list's filters and order to a query, and starts behind `after`, the last record of the page before. */
export function selectList<Query extends Filters>(
  query: Query,
  list: ListView,
  context: ListContext,
  after: SubmissionRecord | undefined,
): Query {
  const filtered = applyFilter(query, list, context);
  const ofOrder = list.order === "due" ? unanswered(filtered, context) : filtered;
  const ascending = list.order === "due";
  return isSearch(list) ? byNumber(ofOrder, ascending, after) : byArrival(ofOrder, ascending, after);
}

function applyFilter<Query extends Filters>(query: Query, list: ListView, context: ListContext): Query {
  const { filter } = list;
  if (filter === "all") return query;
  if (filter === "to-answer") return toAnswer(query, list, context);
  if (filter === "waiting") return ofCustomer(query, list, context);
  if (filter === "mine") return awake(query.eq("owner_id", context.userId).eq("is_open", true), context);
  if (filter === "snoozed") return query.eq("is_open", true).gt("snoozed_until", context.now.toISOString());
  return isStepFilter(filter) ? byStep(query, filter, context) : query.eq("status", filter);
}

const steps: Readonly<Record<Exclude<StepFilter, "expiring" | "mail-failed">, NextStep>> = {
  "to-quote": "quote",
  quoted: "waiting",
  questions: "answer",
  "to-be-paid": "pay",
  "to-pack": "pack",
  "on-its-way": "on_its_way",
};

const expiringMs = 2 * dayMs;

function byStep<Query extends Filters>(query: Query, filter: StepFilter, { now }: ListContext): Query {
  if (filter === "mail-failed") return query.neq("mail_problem", "");
  if (filter === "expiring") {
    const soon = new Date(now.getTime() + expiringMs).toISOString();
    return query.eq("next_step", "waiting").eq("is_open", true).lte("step_until", soon);
  }
  const ofStep = query.eq("next_step", steps[filter]);
  if (filter === "to-quote") return ofStep.eq("is_open", true);
  return filter === "quoted" ? ofStep.gt("step_until", now.toISOString()) : ofStep;
}

/** A call that was once taken back may have left a closed record without an answer. */
function unanswered<Query extends Filters>(query: Query, context: ListContext): Query {
  return awake(query.eq("is_open", true).is("answered_at", null), context);
}

/** With a deal, also what was answered once and has a new question. */
function toAnswer<Query extends Filters>(query: Query, list: ListView, context: ListContext): Query {
  if (submissionOf(list).hasDeal !== true) return unanswered(query, context);
  return awake(query.eq("is_open", true).or("answered_at.is.null,next_step.eq.answer"), context);
}

/** Steps of a deal that its customer waits for. */
const ours: readonly NextStep[] = ["answer", "pack"];

function ofCustomer<Query extends Filters>(query: Query, list: ListView, context: ListContext): Query {
  const arrived = query.eq("is_open", true).gt("answered_at", noMoment).is("mail_problem", null);
  const answered = awake(arrived, context);
  if (submissionOf(list).hasDeal !== true) return answered;
  return ours.reduce((rest, step) => rest.neq("next_step", step), answered);
}

/** Before every record: what comes after it is not null. */
const noMoment = new Date(0).toISOString();

function awake<Query extends Filters>(query: Query, { now }: ListContext): Query {
  return query.or(`snoozed_until.is.null,snoozed_until.lte.${now.toISOString()}`);
}

/** Within a table, what came earlier is due earlier (docs/decisions/004-when-a-reply-is-due.md). */
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
