import type { RecordPage } from "#app/desk/api/records.ts";
import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import { type DeskView, viewSearch } from "#app/desk/state/desk-view.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { useCalendar } from "#app/shared/document/use-calendar.ts";
import { useNow } from "#app/shared/document/use-now.ts";
import { Button } from "#app/shared/ui/button.tsx";
import type { Submission } from "#domain/submission.ts";

import { EmptyState } from "./list-states.tsx";
import { emptyWords } from "./list-words.ts";
import { RecordCard } from "./record-card.tsx";
import { RecordLine } from "./record-line.tsx";
import { listMark } from "./top-of-list.ts";
import type { Selection } from "./use-selection.ts";

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
