import { keepLastList } from "#app/desk/api/desk.ts";
import { type ListView, isStatusFilter, listFilters } from "#app/desk/api/list-view.ts";
import type { CurrentUser } from "#domain/wire.ts";

type Choice = Pick<ListView, "filter" | "order">;

/** What was chosen in this tab, by user: the signed-in user is as old as the page. */
const chosen = new Map<string, Choice>();

/** The list to begin with: the one that the user last chose, on any device. */
export function lastList({ id, last_list: kept }: CurrentUser): Choice {
  const known = chosen.get(id);
  if (known !== undefined) return known;
  const filter = listFilters.find((each) => each === kept?.show) ?? "all";
  return { filter, order: kept?.sort === "due" ? "due" : "newest" };
}

/** Remembers the choice, but no list of finished or snoozed records: the next day would begin without new ones. */
export function rememberList(userId: string, { filter, order }: Choice): void {
  if (isStatusFilter(filter) || filter === "snoozed") return;
  chosen.set(userId, { filter, order });
  // The next choice tries again.
  keepLastList({ show: filter, sort: order }).catch(() => {});
}
