import {
  type ListView,
  type ListFilter,
  isStepFilter,
  listFilters,
  stepFilters,
  stepFiltersOf,
  submissionOf,
} from "#app/desk/api/list-view.ts";
import { submissionBy, submissions } from "#domain/forms/submissions.ts";
import { isOpenStatus, statusLabels } from "#domain/record-status.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";

export const filterLabels: Readonly<Record<ListFilter, string>> = {
  all: "All",
  "to-answer": "To answer",
  waiting: "Waiting for customer",
  ...statusLabels,
  mine: "Mine",
  snoozed: "Snoozed",
  "to-quote": "To quote",
  "mail-failed": "Mail not delivered",
  quoted: "Waiting for an answer",
  expiring: "Expiring",
  questions: "Questions",
  "to-be-paid": "To be paid",
  "to-pack": "To pack",
  "on-its-way": "On its way",
};

/** What the desk shows, all of it from the page's address, so that it can be kept and gone back to. */
export interface DeskView extends ListView {
  /** The name of the query in the address (kept-searches.ts); null if there is none. */
  readonly search: string | null;
  /** The record that is open. */
  readonly reference: string | null;
}

/** Reads the address. `queryOf` knows the query of a search by its name. */
export function readView(address: URLSearchParams, queryOf: (search: string) => string): DeskView {
  const asked = address.get("tab");
  const { table } = submissionBy("table", asked) ?? firstSubmission;
  const reference = address.get("record");
  const search = address.get("search");
  const query = search === null ? "" : queryOf(search);
  return withPossibleList({
    table,
    filter: [...listFilters, ...stepFilters].find((filter) => filter === address.get("show")) ?? "all",
    order: address.get("sort") === "due" ? "due" : "newest",
    query,
    search: query === "" ? null : search,
    reference: isReferenceNumber(reference) ? reference : null,
  });
}

/** The address of a view; what is usual is left out. The tab is named, so that it stays when the record is closed. */
export function viewSearch(view: DeskView): string {
  const { table, filter, order, search, reference } = withPossibleList(view);
  const address = new URLSearchParams({ tab: table });
  if (filter !== "all") address.set("show", filter);
  if (order !== "newest") address.set("sort", order);
  if (search !== null) address.set("search", search);
  if (reference !== null) address.set("record", reference);
  return `?${address}`;
}

/** Names a list: views with the same key show the same records. */
export function listKey({ table, filter, order, query }: ListView): string {
  return JSON.stringify([table, filter, order, query.trim()]);
}

/** What is closed or snoozed is not due (docs/decisions/008-records-speak-postgrest.md). */
export function canBeDue(filter: ListFilter): boolean {
  return filter === "all" || filter === "to-answer" || filter === "mine" || isOpenStatus(filter);
}

/** The same list in the other order. If nothing in it can be due, that is the list of all records. */
export function inOtherOrder(view: DeskView): DeskView {
  if (view.order === "due") return { ...view, order: "newest" };
  return { ...view, order: "due", filter: canBeDue(view.filter) ? view.filter : "all" };
}

function withPossibleList(asked: DeskView): DeskView {
  const { filter } = asked;
  const isImpossible = isStepFilter(filter) && !stepFiltersOf(submissionOf(asked)).includes(filter);
  const view: DeskView = isImpossible ? { ...asked, filter: "all" } : asked;
  return view.order === "due" && !canBeDue(view.filter) ? { ...view, order: "newest" } : view;
}

const [firstSubmission = missing()] = submissions;

function missing(): never {
  throw new Error("The desk has no tabs");
}
