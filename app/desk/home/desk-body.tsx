import { useState } from "react";

import { submissionOf } from "#app/desk/api/list-view.ts";
import { KeyList } from "#app/desk/keyboard/key-list.tsx";
import { type ChangeOf, useDeskKeys } from "#app/desk/keyboard/use-desk-keys.ts";
import { Dock } from "#app/desk/list/dock.tsx";
import { FoundElsewhere } from "#app/desk/list/found-elsewhere.tsx";
import { useFocusFirst, usePlaceInList } from "#app/desk/list/list-position.ts";
import { listStatus } from "#app/desk/list/list-text.ts";
import { ListToolbar } from "#app/desk/list/list-toolbar.tsx";
import { ListTools } from "#app/desk/list/list-tools.tsx";
import { NewRecordsBar } from "#app/desk/list/new-records-bar.tsx";
import { ListFailure, ListSkeleton, RecordList } from "#app/desk/list/record-list.tsx";
import { type Selection, useSelection } from "#app/desk/list/selection.tsx";
import { tabId, tabPanelId } from "#app/desk/list/tab-list.tsx";
import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import { RecordPane } from "#app/desk/record/record-pane.tsx";
import { BulkReply } from "#app/desk/reply/bulk-reply.tsx";
import { type DeskView, inOtherOrder, listKey, viewSearch } from "#app/desk/state/desk-view.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { keepSearch } from "#app/desk/state/kept-searches.ts";
import { rememberList } from "#app/desk/state/last-list.ts";
import { mergeInto } from "#app/desk/state/merge.ts";
import { type DeskState, isTurning } from "#app/desk/state/use-desk.ts";
import type { ViewState } from "#app/desk/state/use-view.ts";
import { isUnanswered } from "#domain/answer.ts";
import type { DeskCounts } from "#domain/desk.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

import { DeskStatus } from "./desk-status.tsx";

interface DeskBodyProps {
  readonly view: DeskView;
  readonly current: ViewState["current"];
  readonly go: ViewState["go"];
  readonly state: DeskState;
  readonly desk: Desk;
  readonly viewer: Viewer;
}

/** One tab: its list, and the open record next to it, or instead of it on a phone. */
export function DeskBody(props: DeskBodyProps) {
  const { view, current, go, state, desk, viewer } = props;
  usePlaceInList(view.reference);
  const list = state.shown;
  const records = list?.records ?? [];
  const selection = useSelection(records, listKey(list?.list ?? view));
  const [repliesTo, setRepliesTo] = useState<readonly SubmissionRecord[]>([]);
  const [showsKeys, setShowsKeys] = useState(false);
  const showKeys = () => setShowsKeys(true);
  const focusFirst = useFocusFirst(() => isTurning(state, current()));
  const change = (chosen: readonly SubmissionRecord[], changeOf: ChangeOf) => {
    const [first] = chosen;
    if (first === undefined) return;
    const made = changeOf(first);
    void desk.changeAll(chosen.map((record) => ({ record, change: made })));
  };
  const changeSelected = (changeOf: ChangeOf) => {
    selection.clear();
    change(selection.records, changeOf);
  };
  const { complete } = useDeskKeys({
    view,
    current,
    go,
    state,
    desk,
    selection,
    order: records.map((record) => record.ref_number),
    userId: viewer.user.id,
    onChange(changeOf, reference) {
      const record = desk.data.known(reference);
      if (record !== undefined) change([record], changeOf);
    },
    onChangeSelected: changeSelected,
    onFirst: focusFirst,
    onMerge(reference) {
      const record = reference === null ? undefined : desk.data.known(reference);
      if (record !== undefined) void mergeInto(desk, record, record.repeats?.duplicate_of ?? null);
    },
    onSort() {
      const sorted = inOtherOrder(current());
      rememberList(viewer.user, sorted);
      go(sorted, { atOnce: true });
    },
    onShowKeys: showKeys,
  });
  const openNextUnanswered = () => {
    // While the reply was being sent, the user may have gone elsewhere.
    if (current().reference !== view.reference) return;
    const place = records.findIndex((record) => record.ref_number === view.reference);
    const next = records.slice(place + 1).find(isUnanswered);
    if (next !== undefined) go({ ...current(), reference: next.ref_number }, { atOnce: true });
  };
  const counts = state.summary?.counts[view.table] ?? null;
  const isOpen = view.reference !== null;
  const { staleReference } = state;
  return (
    <section
      role="tabpanel"
      id={tabPanelId}
      aria-labelledby={tabId(submissionOf(view))}
      className="flex min-h-[calc(100dvh-8rem)] flex-col print:block print:min-h-0"
    >
      <div className={isOpen ? "max-lg:hidden" : ""}>
        <ListToolbar
          view={view}
          counts={counts}
          onChoose={(chosen) => rememberList(viewer.user, chosen)}
          onSearch={(query, isFirst) => {
            const replaced = isFirst ? null : view.search;
            const search = query === "" ? null : keepSearch(viewer.user.id, query, replaced);
            go({ ...view, query, search }, { replace: !isFirst });
          }}
          onSearched={focusFirst}
        />
      </div>
      <DeskStatus
        problem={state.problem}
        about={state.about}
        isRetried={state.isUnreached && state.retry !== null}
        retry={list === null ? null : state.retry}
        onDismiss={state.dismiss}
        onShowCurrent={
          staleReference === null
            ? null
            : () => {
                go({ ...view, reference: staleReference });
                void desk.reload();
              }
        }
        status={statusText(props, counts)}
        report={state.report}
        desk={desk}
        isQuiet={isOpen}
      >
        <ListTools
          view={view}
          userId={viewer.user.id}
          onChoose={(chosen) => rememberList(viewer.user, chosen)}
          onShowKeys={showKeys}
        />
      </DeskStatus>
      <div className={isOpen ? "lg:grid lg:grid-cols-[min(25rem,32%)_minmax(0,1fr)] lg:gap-5" : ""}>
        <ListArea {...props} selection={selection} />
        {view.reference !== null && (
          <RecordPane
            reference={view.reference}
            state={state}
            viewer={viewer}
            desk={desk}
            closeTo={viewSearch({ ...view, reference: null })}
            onReplied={openNextUnanswered}
            onComplete={complete}
          />
        )}
      </div>
      <Dock
        submission={submissionOf(view)}
        selection={selection}
        viewer={viewer}
        isOpen={isOpen}
        listed={records.length}
        onChange={(cells) => changeSelected(() => cells)}
        onReply={() => setRepliesTo(selection.records)}
      />
      {repliesTo.length > 0 && (
        <BulkReply
          submission={submissionOf(view)}
          records={repliesTo}
          viewer={viewer}
          desk={desk}
          onClose={() => setRepliesTo([])}
        />
      )}
      <KeyList isOpen={showsKeys} onClose={() => setShowsKeys(false)} />
    </section>
  );
}

function statusText(props: DeskBodyProps, counts: DeskCounts | null): string {
  const { isLoading, shown } = props.state;
  // Another list usually loads in an instant: the text stays until then.
  if (isLoading && !isTurning(props.state, props.view)) return "Loading data...";
  return shown === null ? "" : listStatus(shown.list, shown, counts);
}

interface ListAreaProps extends DeskBodyProps {
  readonly selection: Selection;
}

function ListArea(props: ListAreaProps) {
  const { view, go, state, desk, viewer, selection } = props;
  const list = state.shown;
  return (
    <div
      aria-busy={isTurning(state, view)}
      className={`transition-opacity aria-busy:opacity-60 aria-busy:delay-300 ${view.reference === null ? "" : "max-lg:hidden"}`}
    >
      <FoundElsewhere view={view} />
      <NewRecordsBar view={view} go={go} desk={desk} newRecords={state.newRecords} />
      {list !== null ? (
        <RecordList
          submission={submissionOf(view)}
          view={view}
          shown={list.list}
          list={list}
          viewer={viewer}
          desk={desk}
          selection={selection}
          isLoading={state.isLoading}
        />
      ) : state.problem === null ? (
        <ListSkeleton />
      ) : (
        <ListFailure onRetry={() => void desk.reload()} />
      )}
    </div>
  );
}
