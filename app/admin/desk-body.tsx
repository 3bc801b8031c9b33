import { submissionOf } from "#app/api/list-view.ts";

import { type DeskState, shownList } from "./desk-state.ts";
import type { Desk } from "./desk.ts";
import { ListFailure, ListSkeleton } from "./list-states.tsx";
import { PanelNotices } from "./panel-notices.tsx";
import { RecordList } from "./record-list.tsx";
import { RecordPane } from "./record/record-pane.tsx";
import { tabId, tabPanelId } from "./tab-list.tsx";
import { type DeskView, listKey, viewSearch } from "./view/desk-view.ts";
import { FoundElsewhere } from "./view/found-elsewhere.tsx";
import { ListToolbar } from "./view/list-toolbar.tsx";
import { listWords } from "./view/list-words.ts";
import type { ViewState } from "./view/use-view.ts";
import type { Viewer } from "./viewer.ts";

interface DeskBodyProps {
  readonly view: DeskView;
  readonly go: ViewState["go"];
  readonly state: DeskState;
  readonly desk: Desk;
  readonly viewer: Viewer;
}

/** One tab: its list, and beside it, or on a phone in its place, the record that is open. */
export function DeskBody({ view, go, state, desk, viewer }: DeskBodyProps) {
  const submission = submissionOf(view);
  const list = shownList(state);
  const counts = state.summary?.counts[view.table] ?? null;
  const isOpen = view.reference !== null;
  const status = state.isLoading ? "Loading data..." : list === null ? "" : listWords(view, list, counts);
  return (
    <section role="tabpanel" id={tabPanelId} aria-labelledby={tabId(submission)}>
      <div className={isOpen ? "max-lg:hidden" : ""}>
        <ListToolbar
          view={view}
          counts={counts}
          onSearch={(words) => go({ ...view, words }, { replace: view.words !== "" })}
        />
      </div>
      <PanelNotices problem={state.problem} status={status} isQuiet={isOpen} />
      <div className={isOpen ? "lg:grid lg:grid-cols-[25rem_minmax(0,1fr)] lg:gap-5" : ""}>
        <div className={isOpen ? "max-lg:hidden" : ""} aria-busy={state.shownKey !== listKey(view)}>
          <FoundElsewhere view={view} />
          {list !== null ? (
            <RecordList {...{ submission, view, list, viewer, desk }} isLoading={state.isLoading} />
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
    </section>
  );
}
