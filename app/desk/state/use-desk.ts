import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";

import { failureText } from "#app/desk/api/desk-call.ts";
import { type ListView, submissionOf } from "#app/desk/api/list-view.ts";
import type { OpenRecord } from "#app/desk/api/open-record.ts";
import { SignedOut } from "#app/desk/api/session.ts";
import { deskMessages } from "#domain/desk-wire.ts";
import type { DeskSummary } from "#domain/desk.ts";
import { messages } from "#domain/messages.ts";
import type { Notice, Outage } from "#domain/notice.ts";
import type { CurrentUser } from "#domain/wire.ts";

import { type PendingChanges, usePendingChanges, withPending } from "./change-records.ts";
import {
  deskClient,
  listQuery,
  type LoadedList,
  noticesQuery,
  outagesQuery,
  prefetchTabs,
  recordQuery,
  summaryQuery,
} from "./desk-queries.ts";
import { type DeskView, listKey } from "./desk-view.ts";

export interface DeskState {
  /** The list on the page: the former one of the same table until the new one is loaded. */
  readonly shown: LoadedList | null;
  readonly isLoading: boolean;
  readonly opened: OpenRecord | null;
  /** The open record comes from the list: its history and relatives are still being loaded. */
  readonly isOpening: boolean;
  /** The reason that the record in the address is not open. */
  readonly openProblem: string | null;
  /** The reason that the list or the counts are not up to date. */
  readonly loadProblem: string | null;
  readonly summary: DeskSummary | null;
  readonly outages: readonly Outage[];
  readonly notices: readonly Notice[];
}

const none: readonly never[] = [];

/** Loads a view and applies changes that have no response yet. Returns the same object until something in it changes. */
export function useDesk(view: DeskView, { id: userId, desk_role: role }: CurrentUser): DeskState {
  const list = useQuery({
    ...listQuery(view, userId),
    placeholderData: (former) => (former?.list.table === view.table ? former : undefined),
  });
  const record = useQuery(recordQuery(view.reference));
  const { data: summary = null, error: summaryError } = useQuery(summaryQuery);
  const forStaff = { enabled: role !== "yard" };
  const { data: outages = none } = useQuery({ ...outagesQuery, ...forStaff });
  const { data: notices = none } = useQuery({ ...noticesQuery, ...forStaff });
  const pending = usePendingChanges();
  const isListed = list.data !== undefined; // The list comes first: on a slow line, the other tabs would hold it up.
  useEffect(() => {
    if (isListed) prefetchTabs(userId);
  }, [isListed, userId]);

  const shown = usePendingList(list.data, pending);
  const openProblem = record.data === null ? messages.recordMissing : problemOf(record.error);
  const isOpening = record.data === undefined && openProblem === null;
  const opened = useMemo(() => {
    const open = record.data ?? (isOpening ? listedRecord(shown, view.reference) : null);
    return open && { ...open, record: withPending(open.record, pending) };
  }, [record.data, isOpening, shown, view.reference, pending]);
  const loadProblem =
    problemOf(list.error) ?? (problemOf(summaryError) === null ? null : deskMessages.oldCounts);
  const isLoading = list.isPending;
  return useMemo(
    () => ({
      shown,
      isLoading,
      opened,
      isOpening: isOpening && opened !== null,
      openProblem,
      loadProblem,
      summary,
      outages,
      notices,
    }),
    [shown, isLoading, opened, isOpening, openProblem, loadProblem, summary, outages, notices],
  );
}

function usePendingList(list: LoadedList | undefined, pending: PendingChanges): LoadedList | null {
  return useMemo(() => {
    if (list === undefined) return null;
    if (pending.length === 0) return list;
    return { ...list, records: list.records.map((record) => withPending(record, pending)) };
  }, [list, pending]);
}

/** A record that is opened from the list shows at once: the list has all its fields. */
function listedRecord(shown: LoadedList | null, reference: string | null): OpenRecord | null {
  const record = shown?.records.find(({ ref_number: each }) => each === reference);
  if (shown === null || record === undefined) return null;
  const unread = {
    events: [],
    related: [],
    mails: [],
    messages: [],
    deal: null,
    sale: null,
    photos: { list: [], wanted: null },
  };
  return { submission: submissionOf(shown.list), record, ...unread };
}

function problemOf(error: Error | null): string | null {
  return error === null || error instanceof SignedOut ? null : failureText(error, messages.loadFailed);
}

/** Loads everything on the page again. */
export function reloadDesk(): Promise<void> {
  return deskClient.invalidateQueries();
}

/** True while the list before the one of `view` is still shown. */
export function isTurning({ shown }: DeskState, view: ListView): boolean {
  return shown !== null && listKey(shown.list) !== listKey(view);
}
