import { Inbox } from "lucide-react";

import { submissionOf } from "#app/desk/api/list-view.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { type LoadedList, loadMore } from "#app/desk/state/desk-queries.ts";
import { viewSearch } from "#app/desk/state/desk-view.ts";
import { Outcome, useAction } from "#app/desk/ui/action.tsx";
import { Button } from "#app/shared/ui/button.tsx";
import type { SubmissionRecord } from "#domain/submission.ts";

import { dueGroups, emptyHint, emptyText } from "./list-text.ts";
import { RecordRow } from "./record-row.tsx";
import type { RecordSelection } from "./selection.tsx";

interface RecordListProps {
  /** The former list while another loads. */
  readonly list: LoadedList;
  readonly selection: RecordSelection;
}

export function RecordList({ list, selection }: RecordListProps) {
  const { view, viewer, now, calendar } = useDeskPage();
  const action = useAction();
  const shown = list.list;
  const submission = submissionOf(view);
  if (list.records.length === 0)
    return <EmptyState text={emptyText(submission, shown)} hint={emptyHint(submission, shown)} />;
  const groups = shown.order === "due" ? dueGroups(submission, list.records, now, calendar) : null;
  return (
    <>
      <div className="record-list border-line bg-surface-raised -mx-4 border-y sm:mx-0 sm:rounded-sm sm:border-x">
        {groups === null ? (
          <RecordRows records={list.records} selection={selection} />
        ) : (
          groups.map(({ label, records }, index) => (
            <section key={label} aria-label={label}>
              <h2 className="bg-surface-sunken text-ink-muted px-4 text-sm leading-7 font-semibold">
                {label}{" "}
                <span className="font-normal tabular-nums">
                  ({records.length}
                  {list.hasMore && index === groups.length - 1 && "+"})
                </span>
              </h2>
              <RecordRows records={records} selection={selection} />
            </section>
          ))
        )}
      </div>
      <Outcome action={action} />
      {list.hasMore && (
        <p className="mt-4 text-center">
          <Button
            look="outline"
            disabled={action.isBusy}
            onClick={() => void action.run(() => loadMore(view, viewer.user.id))}
          >
            Load more
          </Button>
        </p>
      )}
    </>
  );
}

interface RecordRowsProps {
  readonly records: readonly SubmissionRecord[];
  readonly selection: RecordSelection;
}

function RecordRows({ records, selection }: RecordRowsProps) {
  const { view } = useDeskPage();
  return (
    <ol className="divide-line divide-y">
      {records.map((record) => (
        <li key={record.id}>
          <RecordRow
            submission={submissionOf(view)}
            record={record}
            link={viewSearch({ ...view, reference: record.ref_number })}
            isOpen={record.ref_number === view.reference}
            isSelected={selection.has(record.ref_number)}
            onSelect={selection.toggle}
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
