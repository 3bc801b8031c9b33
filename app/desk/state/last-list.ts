import { keepLastList } from "#app/desk/api/desk.ts";
import { type ListView, isStatusFilter, listFilters } from "#app/desk/api/list-view.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { canBeDue } from "./desk-view.ts";

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

/** Remembers the choice; of a list by status only the order, as the next day would begin without new records. */
export function rememberList(user: CurrentUser, { filter: asked, order }: Choice): void {
  const isLasting = !isStatusFilter(asked) && asked !== "snoozed";
  if (!isLasting && !canBeDue(asked)) return;
  const filter = isLasting ? asked : lastList(user).filter;
  chosen.set(user.id, { filter, order });
  // The next choice tries again.
  keepLastList({ show: filter, sort: order }).catch(() => {});
}
