import type { ListView } from "#app/desk/api/list-view.ts";
import type { RecordPage } from "#app/desk/api/records.ts";
import { isNewRecord, type LiveUpdate } from "#domain/live.ts";

/** How many new records the reader has not been shown, by table. */
export type NewRecords = ReadonlyMap<string, number>;

/** Whether new records appear at the top of the list. */
function showsNewRecords({ filter, order, query }: ListView): boolean {
  const hasNew = filter === "all" || filter === "new" || filter === "to-answer";
  return hasNew && order === "newest" && query.trim() === "";
}

/** Counts new records, except those that appear at once because the reader is at the top of their list. */
export function withNewRecords(
  newRecords: NewRecords,
  { events }: LiveUpdate,
  list: ListView | null,
  isAtTop: boolean,
): NewRecords {
  const counts = new Map(newRecords);
  const shown = list !== null && isAtTop && showsNewRecords(list) ? list.table : null;
  for (const { table } of events.filter(isNewRecord)) {
    if (table !== shown || counts.has(table)) counts.set(table, (counts.get(table) ?? 0) + 1);
  }
  return counts;
}

/** How many new records a list leaves out until its reader asks for them. */
export function heldBackIn(newRecords: NewRecords, list: ListView): number {
  return showsNewRecords(list) ? (newRecords.get(list.table) ?? 0) : 0;
}

/** What remains once a list shows its new records. */
export function withoutThoseOf(newRecords: NewRecords, list: ListView | null): NewRecords {
  if (list === null || !showsNewRecords(list)) return newRecords;
  return new Map([...newRecords].filter(([table]) => table !== list.table));
}

/** Removes what came in since the list was last shown, so that nothing moves under the reader. */
export function holdBack(fresh: RecordPage, shown: RecordPage | undefined): RecordPage {
  if (shown === undefined || shown.records.length === 0) return fresh;
  const newest = Math.max(...shown.records.map(({ number }) => number));
  return { ...fresh, records: fresh.records.filter(({ number }) => number <= newest) };
}
