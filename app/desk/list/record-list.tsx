import { Inbox } from "lucide-react";

import type { ListView } from "#app/desk/api/list-view.ts";
import type { RecordPage } from "#app/desk/api/records.ts";
import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import { type DeskView, viewSearch } from "#app/desk/state/desk-view.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { useCalendar, useNow } from "#app/shared/document/use-clock.ts";
import { Button } from "#app/shared/ui/button.tsx";
import type { BusinessCalendar } from "#domain/business-calendar.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { dueGroups } from "./due-groups.ts";
import { listMark } from "./list-position.ts";
import { emptyHint, emptyText } from "./list-text.ts";
import { RecordRow } from "./record-row.tsx";
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

/** The records of a list; those that are due first come in groups. */
export function RecordList(props: RecordListProps) {
  const { submission, shown, list, desk, isLoading } = props;
  const now = useNow();
  const calendar = useCalendar();
  if (list.records.length === 0)
    return <EmptyState text={emptyText(submission, shown)} hint={emptyHint(submission, shown)} />;
  const groups = shown.order === "due" ? dueGroups(submission, list.records, now, calendar) : null;
  const rows = { ...props, now, calendar };
  return (
    <>
      <div
        {...listMark}
        className="record-list border-line bg-surface-raised -mx-4 border-y sm:mx-0 sm:rounded-sm sm:border-x"
      >
        {groups === null ? (
          <Rows {...rows} records={list.records} />
        ) : (
          groups.map(({ label, records }) => (
            <section key={label} aria-label={label}>
              <h2 className="bg-surface-sunken text-ink-muted px-4 text-sm leading-7 font-semibold">
                {label} <span className="font-normal tabular-nums">({records.length})</span>
              </h2>
              <Rows {...rows} records={records} />
            </section>
          ))
        )}
      </div>
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

interface RowsProps extends RecordListProps {
  readonly records: readonly SubmissionRecord[];
  readonly now: Date;
  readonly calendar: BusinessCalendar | null;
}

function Rows(props: RowsProps) {
  const { submission, records, view, viewer, desk, selection, now, calendar } = props;
  return (
    <ol className="divide-line divide-y">
      {records.map((record) => (
        <li key={record.id}>
          <RecordRow
            submission={submission}
            record={record}
            now={now}
            calendar={calendar}
            viewer={viewer}
            href={viewSearch({ ...view, reference: record.ref_number })}
            onStatus={desk.setStatus.bind(desk)}
            isOpen={record.ref_number === view.reference}
            isSelected={selection.has(record.ref_number)}
            onSelect={(isRange) => selection.toggle(record.ref_number, isRange)}
          />
        </li>
      ))}
    </ol>
  );
}

const boxClasses =
  "grid justify-items-center gap-3 rounded-sm border border-dashed border-line-strong px-4 py-16 text-center text-ink-muted";

function EmptyState({ text, hint }: { readonly text: string; readonly hint: string }) {
  return (
    <div className={boxClasses}>
      <Inbox aria-hidden className="size-8" strokeWidth={1.5} />
      <p className="font-sign text-2xl font-semibold">{text}</p>
      <p>{hint}</p>
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
      {Array.from({ length: 20 }, (_, row) => (
        <div key={row} className="grid h-8 items-center gap-6 px-4 max-xl:h-20 md:grid-cols-[10rem_1fr_1fr]">
          <div className="bg-surface-sunken h-4 rounded-sm" />
          <div className="bg-surface-sunken h-4 rounded-sm max-md:hidden" />
          <div className="bg-surface-sunken h-4 rounded-sm max-md:hidden" />
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
