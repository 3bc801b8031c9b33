import {
  hashKey,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  skipToken,
} from "@tanstack/react-query";

import { deskCall, isMissing } from "#app/desk/api/desk-call.ts";
import type { ListView } from "#app/desk/api/list-view.ts";
import type { OpenRecord } from "#app/desk/api/open-record.ts";
import { listRecords, type RecordPage, recordPageSize } from "#app/desk/api/records.ts";
import { SignedOut } from "#app/desk/api/session.ts";
import { forgetRecord, leaveForLogin } from "#app/desk/session/session-end.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import type { ChangeOutcomes, DeskSummary } from "#domain/desk.ts";
import { minuteMs } from "#domain/durations.ts";
import { submissions } from "#domain/forms/submissions.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import { listKey } from "./desk-view.ts";

function leaveIfSignedOut(error: unknown): void {
  if (error instanceof SignedOut) void leaveForLogin();
}

/** Holds loaded data and pending changes as long as the page lives. Failed loads are not repeated: staff see them and have a Refresh button. */
export const deskClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveIfSignedOut }),
  mutationCache: new MutationCache({ onError: leaveIfSignedOut }),
  defaultOptions: {
    queries: { retry: false, networkMode: "always", gcTime: 0, refetchOnReconnect: false },
    mutations: { retry: false, networkMode: "always", gcTime: 0 },
  },
});

/** Loads records, lists and counts on the page again, except the queries `told` that the answer to a change has filled. */
export function reloadRecords(told: readonly QueryKey[] = []): Promise<unknown> {
  const isTold = ({ queryKey }: Query) => told.some((known) => hashKey(known) === hashKey(queryKey));
  const kinds = [["list"], ["record"], ["summary"]];
  return Promise.all(
    kinds.map((queryKey) => deskClient.invalidateQueries({ queryKey, predicate: (query) => !isTold(query) })),
  );
}

/** Shows what the answer to a change tells of the counts and the open record. Returns the keys of what it told. */
export async function showTold({ summary, opened }: ChangeOutcomes, reference = ""): Promise<QueryKey[]> {
  const { queryKey } = recordQuery(reference);
  const isOpen = opened !== null && deskClient.getQueryCache().find({ queryKey }) !== undefined;
  const told = isOpen ? [summaryQuery.queryKey, queryKey] : [summaryQuery.queryKey];
  // An older response must not come after it.
  await Promise.all(told.map((key) => deskClient.cancelQueries({ queryKey: key })));
  deskClient.setQueryData(summaryQuery.queryKey, summary);
  if (!isOpen) return told;
  const { readOpened } = await import("#app/desk/api/open-record.ts");
  deskClient.setQueryData(queryKey, readOpened(opened));
  return told;
}

export interface LoadedList extends RecordPage {
  readonly list: ListView;
}

/** No event tells that a snooze has ended. */
const whileSnoozed = () => {
  const counts = Object.values(deskClient.getQueryData<DeskSummary>(["summary"])?.counts ?? {});
  return counts.some(({ snoozed }) => snoozed > 0) ? minuteMs : false;
};

/** A list, as far as it is loaded. */
export function listQuery(list: ListView, userId: string) {
  const { table, filter, order, query } = list;
  const queryKey = ["list", table, listKey(list)];
  return queryOptions({
    queryKey,
    async queryFn({ signal }): Promise<LoadedList> {
      const limit = Math.max(
        recordPageSize,
        deskClient.getQueryData<LoadedList>(queryKey)?.records.length ?? 0,
      );
      const page = await listRecords(list, { userId, now: new Date() }, { limit, signal });
      return { list: { table, filter, order, query }, ...page };
    },
    gcTime: 5 * minuteMs,
    refetchInterval: whileSnoozed,
  });
}

/** Appends the next page to a list. Throws if it cannot be loaded. */
export async function loadMore(list: ListView, userId: string): Promise<void> {
  const { queryKey } = listQuery(list, userId);
  const before = deskClient.getQueryData<LoadedList>(queryKey);
  const after = before?.records.at(-1);
  if (after === undefined || before?.hasMore !== true) return;
  const page = await listRecords(list, { userId, now: new Date() }, { after });
  const isReloading = deskClient.isFetching({ queryKey }) > 0;
  await deskClient.cancelQueries({ queryKey }); // A shorter list must not come after it.
  const last = deskClient.getQueryData<LoadedList>(queryKey)?.records.at(-1);
  if (last?.id !== after.id) return loadMore(list, userId); // The list was loaded again and ends elsewhere.
  deskClient.setQueryData<LoadedList>(queryKey, (loaded) => {
    if (loaded === undefined) return undefined;
    const known = new Set(loaded.records.map(({ id }) => id));
    const records = [...loaded.records, ...page.records.filter(({ id }) => !known.has(id))];
    return { ...loaded, records, hasMore: page.hasMore };
  });
  if (isReloading) void deskClient.invalidateQueries({ queryKey });
}

/** Loads every table's newest records unless they are there: tabs open at once (specification section 7). */
export function prefetchTabs(userId: string): void {
  for (const { table } of submissions) {
    const list = { table, filter: "all", order: "newest", query: "" } as const;
    deskClient.query({ ...listQuery(list, userId), staleTime: "static" }).catch(() => {}); // The tab itself says why.
  }
}

/** A record with its history; null if it does not exist or was erased. */
export function recordQuery(reference: string | null) {
  return queryOptions({
    queryKey: ["record", reference],
    queryFn: reference === null ? skipToken : () => loadRecord(reference),
    // No event tells that a quote was taken back at another desk before it left.
    refetchInterval: ({ state: { data } }) =>
      data?.deal?.versions.at(-1)?.mail?.state === "queued" ? 5000 : false,
  });
}

async function loadRecord(reference: string): Promise<OpenRecord | null> {
  try {
    // Loaded apart: the schemas of deals weigh, and the list needs none.
    const { openRecord } = await import("#app/desk/api/open-record.ts");
    return await openRecord(reference);
  } catch (error) {
    if (!isMissing(error)) throw error;
    forgetRecord(reference);
    void deskClient.invalidateQueries({ queryKey: ["list"] });
    return null;
  }
}

/** Counts and people. */
export const summaryQuery = queryOptions({
  queryKey: ["summary"],
  queryFn: () => deskCall(deskCalls.summary, {}, { asksToSignIn: false }),
  refetchInterval: whileSnoozed,
});

/** The last day's mail outages, newest first; none if they cannot be read: the records matter more. */
export const outagesQuery = queryOptions({
  queryKey: ["warnings", "outages"],
  queryFn: () =>
    deskCall(deskCalls.mailJournal, {}, { asksToSignIn: false }).then(
      ({ outages }) => outages,
      () => [],
    ),
  refetchInterval: minuteMs,
});

/** Notices about the installation; none if they cannot be read. */
export const noticesQuery = queryOptions({
  queryKey: ["warnings", "notices"],
  queryFn: () =>
    deskCall(deskCalls.notices, {}, { asksToSignIn: false }).then(
      ({ notices }) => notices,
      () => [],
    ),
  refetchInterval: minuteMs,
});

/** Returns the newest loaded version of a record, open or listed. */
export function loadedRecord(reference: string): SubmissionRecord | undefined {
  const lists = deskClient.getQueriesData<LoadedList>({ queryKey: ["list"] });
  const listed = lists.flatMap(([, list]) => list?.records ?? []);
  const open = deskClient.getQueryData<OpenRecord | null>(["record", reference])?.record;
  return [...(open ? [open] : []), ...listed.filter((one) => one.ref_number === reference)].toSorted(
    (a, b) => b.version - a.version,
  )[0];
}
