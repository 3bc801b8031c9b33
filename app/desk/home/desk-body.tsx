import { useState } from "react";

import { submissionOf } from "#app/desk/api/list-view.ts";
import { KeyList } from "#app/desk/keyboard/key-list.tsx";
import { useDeskKeys } from "#app/desk/keyboard/use-desk-keys.ts";
import { Dock } from "#app/desk/list/dock.tsx";
import { FoundElsewhere } from "#app/desk/list/found-elsewhere.tsx";
import { usePlaceInList } from "#app/desk/list/list-position.ts";
import { listStatus } from "#app/desk/list/list-text.ts";
import { ListToolbar } from "#app/desk/list/list-toolbar.tsx";
import { ListTools } from "#app/desk/list/list-tools.tsx";
import { NewRecordsBar } from "#app/desk/list/new-records-bar.tsx";
import { ListFailure, ListSkeleton, RecordList } from "#app/desk/list/record-list.tsx";
import { useSelection } from "#app/desk/list/selection.tsx";
import { tabId, tabPanelId } from "#app/desk/list/tab-list.tsx";
import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import { RecordPane } from "#app/desk/record/record-pane.tsx";
import { type DeskView, listKey, viewSearch } from "#app/desk/state/desk-view.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { keepSearch } from "#app/desk/state/kept-searches.ts";
import type { DeskState } from "#app/desk/state/use-desk.ts";
import type { ViewState } from "#app/desk/state/use-view.ts";
import type { RecordStatus } from "#domain/record-status.ts";

import { DeskStatus } from "./desk-status.tsx";

interface DeskBodyProps {
  readonly view: DeskView;
  readonly go: ViewState["go"];
  readonly state: DeskState;
  readonly desk: Desk;
  readonly viewer: Viewer;
}

/** One tab: its list, and beside it, or on a phone in its place, the record that is open. */
export function DeskBody({ view, go, state, desk, viewer }: DeskBodyProps) {
  usePlaceInList(view.reference);
  const submission = submissionOf(view);
  const list = state.shown;
  const records = list?.records ?? [];
  const selection = useSelection(records, listKey(list?.list ?? view));
  const [showsKeys, setShowsKeys] = useState(false);
  const giveStatus = (status: RecordStatus, reference: string | null = null) => {
    const open = state.opened?.record.ref_number === reference ? state.opened : null;
    const single = open?.record ?? records.find((record) => record.ref_number === reference);
    const chosen = selection.records.length > 0 ? selection.records : single === undefined ? [] : [single];
    selection.clear();
    void desk.setStatuses(chosen.map((record) => ({ record, change: { status } })));
  };
  useDeskKeys({
    view,
    go,
    state,
    desk,
    selection,
    order: records.map((record) => record.ref_number),
    onStatus: giveStatus,
    onShowKeys: () => setShowsKeys(true),
  });
  const counts = state.summary?.counts[view.table] ?? null;
  const isOpen = view.reference !== null;
  const shown = list?.list ?? view;
  // Another list comes within a blink: until then the words stay those of the one that is shown.
  const isTurning = list !== null && listKey(shown) !== listKey(view);
  const status =
    state.isLoading && !isTurning ? "Loading data..." : list === null ? "" : listStatus(shown, list, counts);
  return (
    <section
      role="tabpanel"
      id={tabPanelId}
      aria-labelledby={tabId(submission)}
      className="flex min-h-[calc(100dvh-10rem)] flex-col print:block print:min-h-0"
    >
      <div className={isOpen ? "max-lg:hidden" : ""}>
        <ListToolbar
          view={view}
          counts={counts}
          onSearch={(words, isFirst) => {
            const replaced = isFirst ? null : view.search;
            const search = words === "" ? null : keepSearch(viewer.user.id, words, replaced);
            go({ ...view, words, search }, { replace: !isFirst });
          }}
        />
      </div>
      <DeskStatus
        problem={state.problem}
        retry={list === null ? null : state.retry}
        onShowCurrent={
          state.staleReference === null
            ? null
            : () => {
                go({ ...view, reference: state.staleReference });
                void desk.reload();
              }
        }
        status={status}
        isQuiet={isOpen}
      >
        <ListTools view={view} userId={viewer.user.id} onShowKeys={() => setShowsKeys(true)} />
      </DeskStatus>
      <div className={isOpen ? "lg:grid lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-5" : ""}>
        <div
          aria-busy={isTurning}
          className={`transition-opacity aria-busy:opacity-60 aria-busy:delay-300 ${isOpen ? "max-lg:hidden" : ""}`}
        >
          <FoundElsewhere view={view} />
          <NewRecordsBar {...{ view, go, desk }} newcomers={state.newcomers} />
          {list !== null ? (
            <RecordList
              {...{ submission, view, shown, list, viewer, desk, selection }}
              isLoading={state.isLoading}
            />
          ) : state.problem === null ? (
            <ListSkeleton />
          ) : (
            <ListFailure onRetry={() => void desk.reload()} />
          )}
        </div>
        {view.reference !== null && (
          <RecordPane
            reference={view.reference}
            state={state}
            viewer={viewer}
            desk={desk}
            closeTo={viewSearch({ ...view, reference: null })}
          />
        )}
      </div>
      <Dock
        {...{ selection, desk, isOpen }}
        listed={records.length}
        report={state.report}
        onStatus={giveStatus}
      />
      <KeyList isOpen={showsKeys} onClose={() => setShowsKeys(false)} />
    </section>
  );
}
