import type { OpenRecord } from "#app/desk/api/desk.ts";
import type { RecordPage } from "#app/desk/api/records.ts";
import type { DeskSummary } from "#domain/desk.ts";
import { submissions } from "#domain/forms/submissions.ts";
import type { LiveNews } from "#domain/live.ts";
import type { Notice, Outage } from "#domain/notice.ts";
import type { RecordColumns, SubmissionRecord } from "#domain/submission.ts";

import { type DeskView, listKey } from "./desk-view.ts";
import { type Newcomers, withNewcomers } from "./newcomers.ts";
import type { StatusReport } from "./status-report.ts";

/** All that the panel knows. */
export interface DeskState {
  /** By `listKey`: the plain list of every kind, and the one that is shown. */
  readonly lists: ReadonlyMap<string, RecordPage>;
  /** The list that is shown: the former one of the same kind until the asked-for one is loaded. */
  readonly shown: DeskView | null;
  /** Null until it is loaded. */
  readonly summary: DeskSummary | null;
  /** The record that was opened last. */
  readonly opened: OpenRecord | null;
  /** Why the asked-for record is not open. */
  readonly openProblem: { readonly reference: string; readonly words: string } | null;
  /** When mail has failed lately, newest first. */
  readonly outages: readonly Outage[];
  /** What staff should know about the installation. */
  readonly notices: readonly Notice[];
  readonly isLoading: boolean;
  readonly problem: string | null;
  /** Does once more what failed; null where that would be of no use. */
  readonly retry: (() => void) | null;
  /** What the last change of a status did, until somebody has seen it. */
  readonly report: StatusReport | null;
  /** Somebody else has changed this record, which is why a change was refused. */
  readonly staleReference: string | null;
  readonly newcomers: Newcomers;
}

export const emptyDesk: DeskState = {
  lists: new Map(),
  shown: null,
  summary: null,
  opened: null,
  openProblem: null,
  outages: [],
  notices: [],
  isLoading: false,
  problem: null,
  retry: null,
  report: null,
  staleReference: null,
  newcomers: new Map(),
};

/** The plain list of every kind: what the tabs count and the panel opens with. */
const plainLists: readonly DeskView[] = submissions.map(({ table }) => ({
  table,
  share: "all",
  order: "newest",
  words: "",
  search: null,
  reference: null,
}));

/** The plain lists and the one that is shown. */
export function listsWith(view: DeskView | null): readonly DeskView[] {
  const current = view === null ? [] : [view];
  return [...new Map([...plainLists, ...current].map((list) => [listKey(list), list])).values()];
}

/** How many records of a kind there are; null while nobody knows. */
export function totalOf({ lists }: DeskState, table: string): number | null {
  const plain = plainLists.find((list) => list.table === table);
  return (plain === undefined ? undefined : lists.get(listKey(plain)))?.total ?? null;
}

/** The list to show; null while there is none. */
export function shownList({ lists, shown }: DeskState): RecordPage | null {
  return shown === null ? null : (lists.get(listKey(shown)) ?? null);
}

/** The state when another list is asked for: what is known of it is shown at once. */
export function turnedTo(state: DeskState, view: DeskView, before: DeskView): DeskState {
  const former = view.table === before.table ? state.shown : null;
  const shown = state.lists.has(listKey(view)) ? view : former;
  const kept = new Set([...plainLists, view, ...(shown === null ? [] : [shown])].map(listKey));
  const lists = new Map([...state.lists].filter(([key]) => kept.has(key)));
  return { ...state, lists, shown };
}

/** The state with one more page at the end of a list. */
export function withPage(state: DeskState, key: string, page: RecordPage): DeskState {
  const list = state.lists.get(key);
  if (list === undefined) return state;
  const known = new Set(list.records.map(({ id }) => id));
  const records = [...list.records, ...page.records.filter(({ id }) => !known.has(id))];
  return withList(state, key, { records, hasMore: page.hasMore, total: list.total });
}

export function withList(state: DeskState, key: string, list: RecordPage): DeskState {
  return { ...state, lists: new Map(state.lists).set(key, list) };
}

/** The state once news are heard, before anything has been loaded; whoever reads `view` may be at its top. */
export function withNews(
  state: DeskState,
  news: LiveNews,
  view: DeskView | null,
  isAtTop: boolean,
): DeskState {
  return { ...withCounts(state, news), newcomers: withNewcomers(state.newcomers, news, view, isAtTop) };
}

function withCounts(state: DeskState, { counts, last_event }: LiveNews): DeskState {
  const lists = new Map(state.lists);
  for (const list of plainLists) {
    const known = lists.get(listKey(list));
    const total = Object.values(counts[list.table] ?? {}).reduce((sum, count) => sum + count, 0);
    if (known !== undefined) lists.set(listKey(list), { ...known, total });
  }
  const { summary } = state;
  if (summary === null) return { ...state, lists };
  const ofKinds = Object.entries(summary.counts).map(
    ([table, known]) => [table, { ...known, statuses: counts[table] ?? known.statuses }] as const,
  );
  return { ...state, lists, summary: { ...summary, counts: Object.fromEntries(ofKinds), last_event } };
}

/** The state without a record that is gone; `words` say why it is not open any more. */
export function withoutRecord(state: DeskState, reference: string, words: string): DeskState {
  const lists = [...state.lists].map(([key, list]) => {
    const records = list.records.filter((record) => record.ref_number !== reference);
    return [key, { ...list, records }] as const;
  });
  const isOpen = state.opened?.record.ref_number === reference;
  return {
    ...state,
    lists: new Map(lists),
    opened: isOpen ? null : state.opened,
    openProblem: { reference, words },
  };
}

/** The state with a change on one record, wherever it is shown, before anything has been reloaded. */
export function withChange(state: DeskState, id: string, made: Partial<RecordColumns>): DeskState {
  const change = (record: SubmissionRecord) => (record.id === id ? Object.assign({}, record, made) : record);
  const lists = [...state.lists].map(
    ([key, list]) => [key, { ...list, records: list.records.map(change) }] as const,
  );
  const { opened } = state;
  return {
    ...state,
    lists: new Map(lists),
    opened: opened === null ? null : { ...opened, record: change(opened.record) },
  };
}
