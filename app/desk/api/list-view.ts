import type { NextStep } from "#domain/deals/stage.ts";
import { dayMs } from "#domain/durations.ts";
import { submissionBy } from "#domain/forms/submissions.ts";
import { type RecordStatus, recordStatuses } from "#domain/record-status.ts";
import { hasSteps, type Submission, type SubmissionRecord } from "#domain/submission.ts";

/** The filters by what staff do next: the step, and the forms that have it. */
const stepRows = {
  "to-quote": { step: "quote", of: ["hasDeal"], isOpen: true },
  stock: { step: "quote", of: ["hasDeal"], mark: "in_stock" },
  "quoted-held": { step: "waiting", of: ["hasDeal"], mark: "quoted_held" },
  "to-offer": { step: "offer", of: ["hasSale"], isOpen: true },
  "photos-wanted": { step: "photos", of: ["hasSale"] },
  "to-tell": { step: "tell", of: ["hasDeal", "hasSale"] },
  "mail-failed": { step: "mail", of: ["hasDeal", "hasSale"] },
  quoted: { step: "waiting", of: ["hasDeal", "hasSale"] },
  expiring: { step: "waiting", of: ["hasDeal", "hasSale"] },
  questions: { step: "answer", of: ["hasDeal"] },
  answers: { step: "answer", of: ["hasSale"] },
  "to-pick-up": { step: "pick_up", of: ["hasSale"] },
  "to-record": { step: "purchase", of: ["hasSale"] },
  "to-be-paid": { step: "pay", of: ["hasDeal"] },
  "taken-back": { step: "money", of: ["hasDeal"] },
  "to-pack": { step: "pack", of: ["hasDeal"] },
  "to-collect": { step: "collect", of: ["hasDeal"] },
  "on-its-way": { step: "on_its_way", of: ["hasDeal"] },
  returns: { step: "return", of: ["hasDeal"] },
  "to-refund": { step: "refund", of: ["hasDeal"] },
} as const satisfies Readonly<
  Record<string, { step: NextStep; of: readonly ("hasDeal" | "hasSale")[]; isOpen?: true; mark?: string }>
>;
export type StepFilter = keyof typeof stepRows;

// Object.keys knows no literals.
export const stepFilters = Object.keys(stepRows).filter((name): name is StepFilter => name in stepRows);

/**
 * The filters of a list: all, what visitors wait for and what we wait for, one status, the user's own open records,
 * snoozed ones.
 */
export const listFilters = ["all", "to-answer", "waiting", ...recordStatuses, "mine", "snoozed"] as const;
export type ListFilter = (typeof listFilters)[number] | StepFilter;

export function isStepFilter(filter: ListFilter): filter is StepFilter {
  return stepFilters.some((step) => step === filter);
}

/** Mails fail about every record; the other steps are those of a deal or of a sale. */
export function stepFiltersOf(submission: Pick<Submission, "hasDeal" | "hasSale">): readonly StepFilter[] {
  const isOf = (name: StepFilter) => stepRows[name].of.some((kind) => submission[kind] === true);
  return stepFilters.filter((name) => name === "mail-failed" || isOf(name));
}

/** `due` shows what waits for a reply, the most urgent first. A search looks through all records, the newest first. */
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

export function isStatusFilter(filter: ListFilter): filter is RecordStatus {
  return recordStatuses.some((status) => status === filter);
}

export function submissionOf({ table }: Pick<ListView, "table">): Submission {
  const submission = submissionBy("table", table);
  if (submission === undefined) throw new Error(`No form has the table ${table}`);
  return submission;
}

export function isSearch({ query }: Pick<ListView, "query">): boolean {
  return query.trim() !== "";
}

/** A column and what PostgREST asks of it: ["status", "eq.new"]. */
type Condition = readonly [column: string, condition: string];

/** A list's filters and order in PostgREST's format, from behind `after`, the last record of the page before. */
export function listQuery(list: ListView, context: ListContext, after?: SubmissionRecord): URLSearchParams {
  const ascending = list.order === "due" && !isSearch(list);
  const conditions: readonly Condition[] = [
    ...filterOf(list, context),
    ...(ascending && list.filter !== "to-answer" ? [toAnswer, awake(context)] : []),
    ...(after === undefined ? [] : [beyond(list, ascending, after)]),
  ];
  const direction = ascending ? "asc" : "desc";
  // Matches come out of the search by number.
  const order = isSearch(list)
    ? `number.${direction}`
    : `${ascending ? "due_at" : "created_at"}.${direction},id.${direction}`;
  return new URLSearchParams([...conditions.map(([...pair]) => pair), ["order", order]]);
}

function filterOf(list: ListView, context: ListContext): readonly Condition[] {
  const { filter } = list;
  if (filter === "all") return [];
  if (filter === "to-answer") return [toAnswer, awake(context)];
  if (filter === "waiting") return ofCustomer(list, context);
  if (filter === "mine") return [["owner_id", `eq.${context.userId}`], isOpen, awake(context)];
  if (filter === "snoozed") return [isOpen, ["snoozed_until", `gt.${context.now.toISOString()}`]];
  return isStepFilter(filter) ? byStep(filter, context) : [["status", `eq.${filter}`]];
}

const isOpen: Condition = ["is_open", "eq.true"];

const expiringMs = 2 * dayMs;

function byStep(filter: StepFilter, { now }: ListContext): readonly Condition[] {
  if (filter === "mail-failed") return [["mail_problem", "neq."]];
  if (filter === "expiring") {
    const soon = new Date(now.getTime() + expiringMs).toISOString();
    return [["next_step", "eq.waiting"], isOpen, ["step_until", `lte.${soon}`]];
  }
  const row: { step: NextStep; isOpen?: true; mark?: string } = stepRows[filter];
  // The server works out what is in stock.
  if (row.mark !== undefined) return [[row.mark, "eq.true"]];
  const ofStep: Condition = ["next_step", `eq.${row.step}`];
  if (row.isOpen === true) return [ofStep, isOpen];
  return filter === "quoted" ? [ofStep, ["step_until", `gt.${now.toISOString()}`]] : [ofStep];
}

const toAnswer: Condition = ["is_to_answer", "eq.true"];

/** Steps that the visitor waits for. */
const ours: readonly NextStep[] = [
  "answer",
  "tell",
  "pack",
  "return",
  "refund",
  "close_return",
  "pick_up",
  "purchase",
];

function ofCustomer(list: ListView, context: ListContext): readonly Condition[] {
  const answered: readonly Condition[] = [
    isOpen,
    ["answered_at", `gt.${noMoment}`],
    ["mail_problem", "is.null"],
    ["due_at", "is.null"],
    awake(context),
  ];
  if (!hasSteps(submissionOf(list))) return answered;
  return [...answered, ...ours.map((step): Condition => ["next_step", `neq.${step}`])];
}

/** Before every record: what comes after it is not null. */
const noMoment = new Date(0).toISOString();

function awake({ now }: ListContext): Condition {
  return ["or", `(snoozed_until.is.null,snoozed_until.lte.${now.toISOString()})`];
}

function beyond(
  list: ListView,
  ascending: boolean,
  { created_at: createdAt, due_at: dueAt, id, number }: SubmissionRecord,
): Condition {
  const than = ascending ? "gt" : "lt";
  if (isSearch(list)) return ["number", `${than}.${number}`];
  const [column, at] = ascending ? ["due_at", dueAt] : ["created_at", createdAt];
  return ["or", `(${column}.${than}.${at},and(${column}.eq.${at},id.${than}.${id}))`];
}
