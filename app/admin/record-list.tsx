import type { RecordPage } from "#app/api/records.ts";
import { useCalendar } from "#app/document/use-calendar.ts";
import { useNow } from "#app/document/use-now.ts";
import { Button } from "#app/ui/button.tsx";
import type { Submission } from "#domain/submission.ts";

import type { Desk } from "./desk.ts";
import { EmptyState } from "./list-states.tsx";
import { listMark } from "./live/top-of-list.ts";
import { RecordCard } from "./record-card.tsx";
import { RecordLine } from "./record-line.tsx";
import type { Selection } from "./selection/use-selection.ts";
import { type DeskView, viewSearch } from "./view/desk-view.ts";
import { emptyWords } from "./view/list-words.ts";
import type { Viewer } from "./viewer.ts";

interface RecordListProps {
  readonly submission: Submission;
  readonly view: DeskView;
  /** The view whose list this is. */
  readonly shown: DeskView;
  readonly list: RecordPage;
  readonly viewer: Viewer;
  readonly desk: Desk;
  readonly selection: Selection;
  readonly isLoading: boolean;
}

/** The records of one list; in few lines each where one of them is open beside it. */
export function RecordList(props: RecordListProps) {
  const { submission, view, shown, list, viewer, desk, selection, isLoading } = props;
  const now = useNow();
  const calendar = useCalendar();
  if (list.records.length === 0) return <EmptyState words={emptyWords(submission, shown)} />;
  return (
    <>
      <ol {...listMark} className="divide-line border-line bg-surface-raised divide-y rounded-sm border">
        {list.records.map((record) => {
          const card = {
            submission,
            record,
            now,
            calendar,
            viewer,
            href: viewSearch({ ...view, reference: record.ref_number }),
            onStatus: desk.setStatus.bind(desk, submission),
            onOrder: desk.setOrderPlaced.bind(desk, submission),
            isSelected: selection.has(record.ref_number),
            onSelect: (isRange: boolean) => selection.toggle(record.ref_number, isRange),
          };
          return (
            <li key={record.id}>
              {view.reference === null ? (
                <RecordCard {...card} />
              ) : (
                <RecordLine {...card} isOpen={record.ref_number === view.reference} />
              )}
            </li>
          );
        })}
      </ol>
      {list.hasMore && (
        <p className="mt-4 text-center">
          <Button look="outline" disabled={isLoading} onClick={() => void desk.loadMore()}>
            Load more
          </Button>
        </p>
      )}
    </>
  );
}
