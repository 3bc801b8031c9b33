import { deskSend } from "#app/desk/api/desk-call.ts";
import {
  isStatusFilter,
  isStepFilter,
  type ListFilter,
  listFilters,
  type ListView,
  stepFilters,
  stepFiltersOf,
  submissionOf,
} from "#app/desk/api/list-view.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import { submissionBy, submissions } from "#domain/forms/submissions.ts";
import { isOpenStatus, statusLabels } from "#domain/record-status.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import type { CurrentUser, LastList } from "#domain/wire.ts";

export const filterLabels: Readonly<Record<ListFilter, string>> = {
  all: "All",
  "to-answer": "To answer",
  waiting: "Waiting for customer",
  ...statusLabels,
  mine: "Mine",
  snoozed: "Snoozed",
  "to-quote": "To quote",
  stock: "In stock",
  "quoted-held": "Quoted, now held",
  "to-tell": "Tell them",
  "mail-failed": "Mail not delivered",
  quoted: "Waiting for an answer",
  expiring: "Expiring",
  questions: "Questions",
  "to-be-paid": "To be paid",
  "taken-back": "Money taken back",
  "to-pack": "To pack",
  "to-collect": "To be collected",
  "on-its-way": "On its way",
  returns: "Returns to decide",
  "to-refund": "Returned: pay money back",
  "to-offer": "To make an offer",
  "photos-wanted": "Photos wanted",
  answers: "To answer",
  "to-pick-up": "To pick up",
  "to-record": "Purchase to record",
};

/** A view of the desk. All of it is in the page's address, so that it can be kept and gone back to. */
export interface DeskView extends ListView {
  /** The name of the query in the address (use-view.ts); null if there is none. */
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

/** Returns the query of a view's address, without defaults. It names the tab, which stays when the record is closed. */
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

/** Closed and snoozed records are not due (docs/decisions/008-records-speak-postgrest.md). */
function canBeDue(filter: ListFilter): boolean {
  return filter === "all" || filter === "to-answer" || filter === "mine" || isOpenStatus(filter);
}

/** Returns the list in the other order, of all records if nothing in it can be due. */
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

/** Returns the link to a record that staff mails use. */
export function recordLink(reference: string): string {
  return `/admin?record=${reference}`;
}

export const inboxPath = "/admin/inbox";
export const moneyPath = "/admin/money";
export const yardPath = "/admin/yard";
export const packPath = "/admin/pack";
export const stockPath = "/admin/stock";
export const partPath = (number: number) => `/admin/part/${number}`;

type ListChoice = Pick<ListView, "filter" | "order">;

/** Choices in this tab by user id. The user's own `last_list` is as old as the page. */
const chosen = new Map<string, ListChoice>();

/** The lists that a day may begin with: one by status may be empty tomorrow, and steps belong to one tab. */
const lastingFilters = listFilters.filter((filter) => !isStatusFilter(filter) && filter !== "snoozed");

/** Returns the list that the user last chose, on any device. */
export function lastList({ id, last_list: kept }: CurrentUser): ListChoice {
  const known = chosen.get(id);
  if (known !== undefined) return known;
  const filter = listFilters.find((each) => each === kept?.show) ?? "all";
  return { filter, order: kept?.sort === "due" ? "due" : "newest" };
}

/** Returns the list with another filter. After a filter that allows no due order, the chosen order comes back. */
export function withFilter(user: CurrentUser, view: DeskView, filter: ListFilter): DeskView {
  return { ...view, filter, order: canBeDue(view.filter) ? view.order : lastList(user).order };
}

/** Remembers a filter that was chosen. The order stays: nobody chose it. */
export function rememberFilter(user: CurrentUser, filter: ListFilter): void {
  if (isLasting(filter)) remember(user, { ...lastList(user), filter });
}

/** Remembers an order that was chosen, and the list that it led to. */
export function rememberOrder(user: CurrentUser, { filter, order }: ListChoice): void {
  remember(user, { filter: isLasting(filter) ? filter : lastList(user).filter, order });
}

function remember(user: CurrentUser, { filter, order }: ListChoice): void {
  chosen.set(user.id, { filter, order });
  const body: LastList = { show: filter, sort: order };
  // The next choice tries again.
  deskSend(deskCalls.lastList, body, { asksToSignIn: false }).catch(() => {});
}

function isLasting(filter: ListFilter): boolean {
  return lastingFilters.some((each) => each === filter);
}
