import type { ListView } from "#app/desk/api/list-view.ts";
import type { RecordPage } from "#app/desk/api/records.ts";
import { isBirth, type LiveNews } from "#domain/live.ts";

/** By table: how many records have come in that the reader has not been shown. */
export type Newcomers = ReadonlyMap<string, number>;

/** What comes in stands at the top of such a list. */
function showsNewcomers({ share, order, words }: ListView): boolean {
  return (share === "all" || share === "new") && order === "newest" && words.trim() === "";
}

/** Counts those of the news in, but for those that appear in the list by themselves: its reader is at the top. */
export function withNewcomers(
  newcomers: Newcomers,
  { events }: LiveNews,
  list: ListView | null,
  isAtTop: boolean,
): Newcomers {
  const counts = new Map(newcomers);
  const shown = list !== null && isAtTop && showsNewcomers(list) ? list.table : null;
  for (const { table } of events.filter(isBirth)) {
    if (table !== shown || counts.has(table)) counts.set(table, (counts.get(table) ?? 0) + 1);
  }
  return counts;
}

/** How many of them a list leaves out until its reader asks for them. */
export function heldBackIn(newcomers: Newcomers, list: ListView): number {
  return showsNewcomers(list) ? (newcomers.get(list.table) ?? 0) : 0;
}

/** The rest once a list shows its own. */
export function withoutThoseOf(newcomers: Newcomers, list: ListView | null): Newcomers {
  if (list === null || !showsNewcomers(list)) return newcomers;
  return new Map([...newcomers].filter(([table]) => table !== list.table));
}

/** A freshly loaded list without what came in since it was last shown, so that nothing moves under the reader. */
export function holdBack(fresh: RecordPage, shown: RecordPage | undefined): RecordPage {
  if (shown === undefined || shown.records.length === 0) return fresh;
  const newest = Math.max(...shown.records.map(({ number }) => number));
  return { ...fresh, records: fresh.records.filter(({ number }) => number <= newest) };
}
