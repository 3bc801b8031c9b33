import { Inbox } from "lucide-react";

import type { ListView } from "#app/desk/api/list-view.ts";
import type { RecordPage } from "#app/desk/api/records.ts";
import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import { type DeskView, viewSearch } from "#app/desk/state/desk-view.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { useCalendar, useNow } from "#app/shared/document/use-clock.ts";
import { Button } from "#app/shared/ui/button.tsx";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { listMark } from "./list-position.ts";
import { emptyText } from "./list-text.ts";
import { RecordCard, RecordLine } from "./record-card.tsx";
import type { Selection } from "./selection.tsx";

interface RecordListProps {
  readonly submission: Submission;
  readonly view: DeskView;
  /** The view that `list` belongs to: the previous one while another list loads. */
  readonly shown: ListView;
  readonly list: RecordPage;
  readonly viewer: Viewer;
  readonly desk: Desk;
  readonly selection: Selection;
  readonly isLoading: boolean;
}

/** The records of a list: as cards, or as short lines next to an open record. */
export function RecordList(props: RecordListProps) {
  const { submission, view, shown, list, viewer, desk, selection, isLoading } = props;
  const now = useNow();
  const calendar = useCalendar();
  if (list.records.length === 0) return <EmptyState text={emptyText(submission, shown)} />;
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
            onStatus: desk.setStatus.bind(desk),
            onOrder: (each: SubmissionRecord, placed: boolean) => desk.change(each, { order_placed: placed }),
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

const boxClasses =
  "grid justify-items-center gap-3 rounded-sm border border-dashed border-line-strong px-4 py-16 text-center text-ink-muted";

function EmptyState({ text }: { readonly text: string }) {
  return (
    <div className={boxClasses}>
      <Inbox aria-hidden className="size-8" strokeWidth={1.5} />
      <p className="font-sign text-2xl font-semibold">{text}</p>
    </div>
  );
}

/** Takes the list's place while it loads; the status line says so to screen readers. */
export function ListSkeleton() {
  return (
    <div
      aria-hidden
      className="divide-line border-line bg-surface-raised animate-pulse divide-y rounded-sm border motion-reduce:animate-none"
    >
      {["a", "b", "c", "d", "e"].map((row) => (
        <div key={row} className="grid h-28 gap-6 px-4 py-4 md:grid-cols-[10rem_1fr_1fr]">
          <div className="bg-surface-sunken h-5 rounded-sm" />
          <div className="bg-surface-sunken h-5 rounded-sm max-md:hidden" />
          <div className="bg-surface-sunken h-5 rounded-sm max-md:hidden" />
        </div>
      ))}
    </div>
  );
}

/** Takes the list's place if nothing could be loaded; DeskStatus says why. */
export function ListFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={boxClasses}>
      <p>The records are safe, but they could not be loaded just now.</p>
      <Button look="outline" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
