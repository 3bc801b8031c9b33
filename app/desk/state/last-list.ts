import { keepLastList } from "#app/desk/api/desk.ts";
import { type ListFilter, type ListView, isStatusFilter, listFilters } from "#app/desk/api/list-view.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { canBeDue, type DeskView } from "./desk-view.ts";

type Choice = Pick<ListView, "filter" | "order">;

/** What was chosen in this tab, by user: the signed-in user is as old as the page. */
const chosen = new Map<string, Choice>();

/** The lists that a day may begin with: one by status may be empty tomorrow, and steps belong to one tab. */
const lastingFilters = listFilters.filter((filter) => !isStatusFilter(filter) && filter !== "snoozed");

/** The list to begin with: the one that the user last chose, on any device. */
export function lastList({ id, last_list: kept }: CurrentUser): Choice {
  const known = chosen.get(id);
  if (known !== undefined) return known;
  const filter = listFilters.find((each) => each === kept?.show) ?? "all";
  return { filter, order: kept?.sort === "due" ? "due" : "newest" };
}

/** The same list with another filter. After one that nothing can be due in, the chosen order comes back. */
export function withFilter(user: CurrentUser, view: DeskView, filter: ListFilter): DeskView {
  return { ...view, filter, order: canBeDue(view.filter) ? view.order : lastList(user).order };
}

/** Remembers a filter that was chosen. The order stays: nobody chose it. */
export function rememberFilter(user: CurrentUser, filter: ListFilter): void {
  if (isLasting(filter)) remember(user, { ...lastList(user), filter });
}

/** Remembers an order that was chosen, and the list that it led to. */
export function rememberOrder(user: CurrentUser, { filter, order }: Choice): void {
  remember(user, { filter: isLasting(filter) ? filter : lastList(user).filter, order });
}

function remember(user: CurrentUser, { filter, order }: Choice): void {
  chosen.set(user.id, { filter, order });
  // The next choice tries again.
  keepLastList({ show: filter, sort: order }).catch(() => {});
}

function isLasting(filter: ListFilter): boolean {
  return lastingFilters.some((each) => each === filter);
}
