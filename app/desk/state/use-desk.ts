import { type QueryKey, type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";

import { failureText } from "#app/desk/api/desk-call.ts";
import type { OpenRecord } from "#app/desk/api/desk.ts";
import { type ListView, isPlain, submissionOf } from "#app/desk/api/list-view.ts";
import { SignedOut } from "#app/desk/api/session.ts";
import { useLeaveWarning } from "#app/shared/forms/use-leave-warning.ts";
import { deskMessages } from "#domain/desk-wire.ts";
import type { DeskSummary } from "#domain/desk.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { messages } from "#domain/messages.ts";
import type { Notice, Outage } from "#domain/notice.ts";
import type { CurrentUser } from "#domain/wire.ts";

import type { LoadedList } from "./desk-data.ts";
import type { DeskNotes } from "./desk-notes.ts";
import { type DeskView, listKey } from "./desk-view.ts";
import { Desk } from "./desk.ts";

export interface DeskState extends DeskNotes {
  /** The list on the page: the former one of the same table until the new one is loaded. */
  readonly shown: LoadedList | null;
  readonly opened: OpenRecord | null;
  /** The open record comes from the list: its history and relatives are still being loaded. */
  readonly isOpening: boolean;
  /** Why the record in the address is not open. */
  readonly openProblem: string | null;
  readonly summary: DeskSummary | null;
  readonly outages: readonly Outage[];
  readonly notices: readonly Notice[];
  /** Hides the problem of the last action; null for one that ends with the next load. */
  readonly dismiss: (() => void) | null;
  /** How many records a table has; null until known. */
  readonly totalOf: (table: string) => number | null;
}

/** Every table's newest records: tabs open at once, and count (specification section 7). */
const plainLists = submissions.map(({ table }): ListView => ({
  table,
  filter: "all",
  order: "newest",
  query: "",
}));

/** By user: what waits for the server outlives the page. The signed-in user is as old as the page. */
const desks = new Map<string, Desk>();

function deskOf({ id }: CurrentUser): Desk {
  const desk = desks.get(id) ?? new Desk(id);
  desks.set(id, desk);
  return desk;
}

/** Warns before a page load that would drop changes which wait for the server. */
export function useLostChangeWarning(user: CurrentUser): void {
  const { subscribe, hasLostChanges } = deskOf(user);
  useLeaveWarning(useSyncExternalStore(subscribe, hasLostChanges, hasLostChanges));
}

/** Makes the desk load something again that the user has changed on another page. */
export function forgetOnDesk(user: CurrentUser, queryKey: QueryKey): void {
  deskOf(user).data.client.removeQueries({ queryKey });
}

const none: readonly never[] = [];

interface PlainLists {
  readonly totals: Readonly<Record<string, number | null>>;
  readonly error: Error | null;
}

/** Only what the page shows of them: it is rendered again if that changes. */
function combinePlain(lists: readonly UseQueryResult<LoadedList>[]): PlainLists {
  const loaded = lists.flatMap(({ data }) => data ?? []);
  return {
    totals: Object.fromEntries(loaded.map(({ list, total }) => [list.table, total])),
    error: lists.find(({ error }) => error !== null)?.error ?? null,
  };
}

/** The desk's data and actions; loads what the view shows. The state is the same until something in it changes. */
export function useDesk(
  view: DeskView,
  user: CurrentUser,
  onSignedOut: () => void,
): { readonly desk: Desk; readonly state: DeskState } {
  const desk = deskOf(user);
  const { data } = desk;
  useEffect(() => desk.session.whenSignedOut(onSignedOut), [desk, onSignedOut]);
  // Before the queries: what they load depends on it.
  useEffect(() => desk.show(view), [desk, view]);
  useEffect(() => () => desk.leave(), [desk]);
  const notes = useSyncExternalStore(desk.subscribe, desk.notes, desk.notes);
  const queries = plainLists.map((plainList) => data.list(plainList));
  const plain = useQueries({ queries, combine: combinePlain }, data.client);
  const list = useQuery(data.list(view), data.client);
  const { data: record, error: recordError } = useQuery(data.record(view.reference), data.client);
  const { data: summary = null, error: summaryError } = useQuery(data.summary, data.client);
  const outages = useQuery(data.outages, data.client).data ?? none;
  const notices = useQuery(data.notices, data.client).data ?? none;

  const listProblem = problemOf(list.error) ?? problemOf(plain.error);
  const loadProblem = listProblem ?? (problemOf(summaryError) === null ? null : deskMessages.oldCounts);
  const totalOf = useTotals(plain, summary);
  const former = useFormer(list.data, view);
  const counted = former !== null && isPlain(former.list) ? totalOf(view.table) : null;
  const shown = useMemo(() => (former === null ? null : { ...former, total: counted }), [former, counted]);
  const openProblem = record === null ? messages.recordMissing : problemOf(recordError);
  const isWaiting = record === undefined && openProblem === null;
  const listed = useMemo(
    () => (isWaiting ? listedRecord(former, view.reference) : null),
    [isWaiting, former, view.reference],
  );
  const reload = useCallback(() => void desk.reload(), [desk]);
  const failure =
    notes.problem === null && loadProblem !== null ? { problem: loadProblem, retry: reload } : {};
  const state = useSame({
    ...notes,
    ...failure,
    isLoading: notes.isLoading || list.isPending,
    shown,
    opened: record ?? listed,
    isOpening: listed !== null,
    openProblem,
    summary,
    outages,
    notices,
    dismiss: notes.problem === null ? null : desk.dismiss,
    totalOf,
  });
  return { desk, state };
}

/** Returns the object of the last render as long as each of its values is the same. */
function useSame(state: DeskState): DeskState {
  const [former, setFormer] = useState(state);
  if (isSame(former, state)) return former;
  setFormer(state);
  return state;
}

function isSame(one: DeskState, other: DeskState): boolean {
  const others: Readonly<Record<string, unknown>> = { ...other };
  return Object.entries(one).every(([name, value]) => Object.is(value, others[name]));
}

function useTotals({ totals }: PlainLists, summary: DeskSummary | null): DeskState["totalOf"] {
  return useCallback(
    (table) => {
      const total = totals[table] ?? null;
      const counts = summary?.counts[table];
      // Live events keep the counts of the summary up to date.
      if (total === null || counts === undefined) return total;
      return Object.values(counts.statuses).reduce((sum, count) => sum + count, 0);
    },
    [totals, summary],
  );
}

/** The loaded list, or until there is one the list before it, if it has the same table. */
function useFormer(loaded: LoadedList | undefined, { table }: ListView): LoadedList | null {
  const [former, setFormer] = useState(loaded);
  if (loaded !== undefined && loaded !== former) setFormer(loaded);
  const shown = loaded ?? former;
  return shown?.list.table === table ? shown : null;
}

/** True while the list before the one of `view` is still shown. */
export function isTurning({ shown }: Pick<DeskState, "shown">, view: ListView): boolean {
  return shown !== null && listKey(shown.list) !== listKey(view);
}

/** A record that is opened from the list shows at once: the list has all its fields. */
function listedRecord(shown: LoadedList | null, reference: string | null): OpenRecord | null {
  const record = shown?.records.find(({ ref_number: each }) => each === reference);
  if (shown === null || record === undefined) return null;
  return { submission: submissionOf(shown.list), record, events: [], related: [], mails: [], deal: null };
}

function problemOf(error: Error | null | undefined): string | null {
  const isNone = error === null || error === undefined || error instanceof SignedOut;
  return isNone ? null : failureText(error, messages.loadFailed);
}
