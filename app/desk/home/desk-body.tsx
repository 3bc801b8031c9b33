import { skipToken, useQuery } from "@tanstack/react-query";
import { memo, useEffect, useRef, useState } from "react";
import { Link } from "react-router";

import { submissionOf } from "#app/desk/api/list-view.ts";
import { countFound } from "#app/desk/api/records.ts";
import { useDeskKeys } from "#app/desk/keyboard/use-desk-keys.ts";
import { useFocusFirst, usePlaceInList } from "#app/desk/list/list-position.ts";
import { listStatus } from "#app/desk/list/list-text.ts";
import { ListToolbar } from "#app/desk/list/list-toolbar.tsx";
import { ListTools } from "#app/desk/list/list-tools.tsx";
import { ListFailure, ListSkeleton, RecordList } from "#app/desk/list/record-list.tsx";
import { type RecordSelection, useSelection } from "#app/desk/list/selection.tsx";
import { tabId, tabPanelId } from "#app/desk/list/tab-list.tsx";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { type DeskView, listKey, viewSearch } from "#app/desk/state/desk-view.ts";
import { type DeskState, isTurning, reloadDesk } from "#app/desk/state/use-desk.ts";
import type { DeskCounts } from "#domain/desk.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { isToAnswer } from "#domain/record-status.ts";
import { isSnoozed } from "#domain/snooze.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";
import { countsEstimatedTo } from "#domain/wire.ts";

import { DeskStatus } from "./desk-status.tsx";

const loadParts = async () => {
  const [{ RecordPane }, { BulkReply }, { KeyList }, { Dock }] = await Promise.all([
    import("#app/desk/record/record-pane.tsx"),
    import("#app/desk/reply/bulk-reply.tsx"),
    import("#app/desk/keyboard/key-list.tsx"),
    import("#app/desk/list/dock.tsx"),
  ]);
  return { RecordPane, BulkReply, KeyList, Dock };
};
type Parts = Awaited<ReturnType<typeof loadParts>>;

/** Loads the parts that the first view does not show, at the first move or if `isWanted`. Returns null until then. */
function useParts(isWanted: boolean): Parts | null {
  const [parts, setParts] = useState<Parts | null>(null);
  const isLoaded = parts !== null;
  useEffect(() => {
    if (isLoaded) return;
    const end = new AbortController();
    const load = () => void loadParts().then(setParts, () => {}); // The next move tries again.
    for (const moved of ["pointermove", "pointerdown", "keydown"])
      window.addEventListener(moved, load, { signal: end.signal });
    if (isWanted) load();
    return () => end.abort();
  }, [isLoaded, isWanted]);
  return parts;
}

/** Shows the list of a tab, with the open record next to it, or in its place on a phone. */
export const DeskBody = memo(function DeskBody() {
  const { view, current, go, state, now } = useDeskPage();
  usePlaceInList(view.reference);
  const list = state.shown;
  const records = list?.records ?? [];
  const selection = useSelection(records, listKey(list?.list ?? view));
  const [repliesTo, setRepliesTo] = useState<readonly SubmissionRecord[]>([]);
  const [showsKeys, setShowsKeys] = useState(false);
  const showKeys = () => setShowsKeys(true);
  const focusFirst = useFocusFirst(
    // The page may still get a list that the address no longer names: its rows would take the focus with them.
    () => isTurning(state, current()) || listKey(view) !== listKey(current()),
  );
  const [shownRecord, setShownRecord] = useState<string | null>(null);
  const parts = useParts(view.reference !== null);
  const { complete } = useDeskKeys({
    selection,
    shownRecord,
    order: records.map((record) => record.ref_number),
    onFirst: focusFirst,
    onShowKeys: showKeys,
  });
  /** Returns false if no other record waits. */
  const openNextUnanswered = () => {
    // The user may have gone elsewhere during the sending.
    if (current().reference !== view.reference) return true;
    const place = records.findIndex((record) => record.ref_number === view.reference);
    const next = records.slice(place + 1).find((record) => isToAnswer(record) && !isSnoozed(record, now));
    if (next !== undefined) go({ ...current(), reference: next.ref_number }, { atOnce: true });
    return next !== undefined;
  };
  const counts = state.summary?.counts[view.table] ?? null;
  const isOpen = view.reference !== null;
  return (
    <section
      role="tabpanel"
      id={tabPanelId}
      aria-labelledby={tabId(submissionOf(view))}
      className="flex min-h-[calc(100dvh-8rem)] flex-col print:block print:min-h-0"
    >
      <div className={isOpen ? "max-lg:hidden" : ""}>
        <ListToolbar counts={counts} onSearched={focusFirst} />
      </div>
      <DeskStatus status={statusText(state, view, counts)}>
        <ListTools onShowKeys={showKeys} />
      </DeskStatus>
      <div className={isOpen ? "lg:grid lg:grid-cols-[min(25rem,32%)_minmax(0,1fr)] lg:gap-5" : ""}>
        <ListArea selection={selection} />
        {isOpen && parts !== null && (
          <parts.RecordPane onShown={setShownRecord} onReplied={openNextUnanswered} onComplete={complete} />
        )}
      </div>
      {parts !== null && (
        <parts.Dock
          selection={selection}
          listed={records.length}
          onReply={() => setRepliesTo(selection.records)}
        />
      )}
      {parts !== null && repliesTo.length > 0 && (
        <parts.BulkReply records={repliesTo} onClose={() => setRepliesTo([])} />
      )}
      {parts !== null && showsKeys && <parts.KeyList onClose={() => setShowsKeys(false)} />}
    </section>
  );
});

function statusText(state: DeskState, view: DeskView, counts: DeskCounts | null): string {
  const { isLoading, shown } = state;
  // Another list usually loads in an instant: the text stays until then.
  if (isLoading && !isTurning(state, view)) return "Loading data...";
  return shown === null ? "" : listStatus(shown.list, shown, counts);
}

function ListArea({ selection }: { readonly selection: RecordSelection }) {
  const { view, state } = useDeskPage();
  return (
    <div
      aria-busy={isTurning(state, view)}
      className={`transition-opacity aria-busy:opacity-60 aria-busy:delay-300 ${view.reference === null ? "" : "max-lg:hidden"}`}
    >
      <FoundElsewhere />
      {state.shown !== null ? (
        <RecordList list={state.shown} selection={selection} />
      ) : state.loadProblem === null ? (
        <ListSkeleton />
      ) : (
        <ListFailure onRetry={() => void reloadDesk()} />
      )}
    </div>
  );
}

const searchedIn = (view: DeskView, table: string): DeskView => ({
  ...view,
  table,
  filter: "all",
  order: "newest",
  reference: null,
});

interface TabMatches {
  readonly submission: Submission;
  readonly count: number;
}

/** Links to matches in the other tabs: staff do not always know which form a visitor used. If only another tab has matches, it opens by itself. */
function FoundElsewhere() {
  const { view, state, go } = useDeskPage();
  const found = useFoundElsewhere(view);
  /** The query that already chose its tab: a user who goes back to a tab without a match stays there. */
  const decided = useRef("");
  const { table } = found[0]?.submission ?? {};
  const listed = isTurning(state, view) ? undefined : state.shown?.records.length;
  useEffect(() => {
    if (listed === undefined || (listed === 0 && table === undefined) || decided.current === view.query)
      return;
    decided.current = view.query;
    if (listed === 0 && table !== undefined) go(searchedIn(view, table), { replace: true });
  }, [listed, table, view, go]);
  if (found.length === 0) return null;
  return (
    <p className="text-ink-muted mb-2 flex flex-wrap items-center gap-x-3 text-sm">
      Also found:
      {found.map(({ submission, count }) => (
        <Link
          key={submission.table}
          to={viewSearch(searchedIn(view, submission.table))}
          className="text-link text-ink inline-flex min-h-11 items-center lg:min-h-6"
        >
          {count > countsEstimatedTo ? `more than ${countsEstimatedTo}` : count} in {submission.tab.title}
        </Link>
      ))}
    </p>
  );
}

/** The other tabs are searched when the typing pauses. */
const pauseMs = 250;

function useFoundElsewhere({ table, query }: DeskView): readonly TabMatches[] {
  const search = query.trim();
  const look = async ({ signal }: { readonly signal: AbortSignal }) => {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    signal.throwIfAborted();
    const others = submissions.filter((submission) => submission.table !== table);
    const counts = await Promise.all(
      others.map(async (submission) => ({ submission, count: await countFound(submission, search) })),
    );
    return counts.filter(({ count }) => count > 0);
  };
  const options = { queryKey: ["found-elsewhere", table, search], staleTime: "static" } as const;
  return useQuery({ ...options, queryFn: search === "" ? skipToken : look }).data ?? [];
}
