import { Mail, X } from "lucide-react";
import { useRef } from "react";

import { submissionOf } from "#app/desk/api/list-view.ts";
import { SnoozeMenu } from "#app/desk/record-parts/snooze-menu.tsx";
import { changeRecords } from "#app/desk/state/change-records.ts";
import { useDeskPage, type Viewer } from "#app/desk/state/desk-page.ts";
import { ActMenu } from "#app/desk/ui/menu.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import type { BusinessCalendar } from "#domain/business-calendar.ts";
import type { RecordCells } from "#domain/desk.ts";
import { isToAnswer, recordStatuses, statusLabels } from "#domain/record-status.ts";
import { answerDue } from "#domain/reply-due.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { dockMark } from "./list-position.ts";
import type { RecordSelection } from "./selection.tsx";

interface DockProps {
  readonly selection: RecordSelection;
  readonly listed: number;
  readonly onReply: () => void;
}

/** The tools for the selected records, at the bottom edge within reach of a thumb. */
export function Dock(props: DockProps) {
  const { view } = useDeskPage();
  if (props.selection.records.length === 0) return null;
  return (
    <div
      className={`sticky bottom-0 z-20 mt-auto grid justify-items-center pt-4 max-sm:-mx-4 lg:bottom-4 print:hidden ${view.reference === null ? "" : "max-lg:hidden"}`}
    >
      <div className="border-line-strong bg-surface-raised w-full border-t-2 sm:w-fit sm:rounded-md sm:border-2">
        <BulkBar {...props} />
      </div>
    </div>
  );
}

function BulkBar({ selection, listed, onReply }: DockProps) {
  const { view, viewer, calendar, state } = useDeskPage();
  const count = selection.records.length;
  const clearButton = useRef<HTMLButtonElement>(null);
  const selectAll = () => {
    clearButton.current?.focus(); // The pressed button goes, and the focus with it.
    selection.all();
  };
  const change = (cells: RecordCells) => {
    selection.clear();
    changeRecords(selection.records.map((record) => ({ record, change: cells })));
  };
  return (
    <section
      {...dockMark}
      aria-label="Selected records"
      className="flex flex-wrap items-center gap-2 px-4 py-2 text-sm font-semibold max-sm:grid max-sm:grid-cols-2"
    >
      <p role="status" className="mr-2 whitespace-nowrap tabular-nums">
        {count} selected
      </p>
      <span className="flex items-center gap-1 max-sm:justify-self-end sm:order-last sm:ml-auto">
        {count < listed && (
          <button type="button" className="text-link min-h-11 px-2" onClick={selectAll}>
            Select all {listed} {state.shown?.hasMore === true && "shown"}
          </button>
        )}
        <button
          ref={clearButton}
          type="button"
          aria-label="Clear selection"
          className="hover:bg-surface-sunken inline-flex size-11 items-center justify-center rounded-sm"
          onClick={selection.clear}
        >
          <X aria-hidden className="size-5" />
        </button>
      </span>
      <div role="group" aria-label="Set status" className="flex gap-2 max-sm:hidden">
        {recordStatuses.map((status) => (
          <ToolButton key={status} className="px-3" onClick={() => change({ status })}>
            {statusLabels[status]}
          </ToolButton>
        ))}
      </div>
      <ActMenu
        label="Set status"
        className="sm:hidden"
        choices={recordStatuses.map((status) => [status, statusLabels[status]])}
        onChoose={(status) => change({ status })}
      />
      <ActMenu
        label="Assign to"
        className=""
        choices={assigneesOf(viewer)}
        onChoose={(id) => change({ owner_id: id === nobody ? null : id })}
      />
      {calendar !== null && (
        <SnoozeMenu
          calendar={calendar}
          className="px-3"
          // An open record has the key.
          hasKey={view.reference === null}
          promiseBroken={(end) => promisesBroken(submissionOf(view), selection.records, calendar, end)}
          onSnooze={(until) => change({ snoozed_until: until })}
        />
      )}
      <ToolButton className="px-3" onClick={onReply}>
        <Mail aria-hidden className="size-4" /> Reply
      </ToolButton>
    </section>
  );
}

/** Says for how many records a snooze would break the promise; null if for none. */
function promisesBroken(
  submission: Submission,
  records: readonly SubmissionRecord[],
  calendar: BusinessCalendar,
  end: Date,
): string | null {
  const late = records.filter(
    (record) => isToAnswer(record) && end > answerDue(submission, record, calendar).due,
  );
  if (late.length === 0) return null;
  const pronoun = late.length === 1 ? "It" : "They";
  return `For ${late.length} of these ${records.length}, we promised a reply before that day and nobody has replied yet. ${pronoun} will be late when ${records.length === 1 ? "it comes" : "they come"} back.`;
}

const nobody = "nobody";

function assigneesOf(viewer: Viewer): [id: string, name: string][] {
  const { user, people } = viewer;
  const others = people.filter(({ id, is_active: isActive }) => isActive && id !== user.id);
  return [
    [user.id, `${viewer.nameOf(user.id)} (me)`],
    ...others.map(({ id }): [string, string] => [id, viewer.nameOf(id)]),
    [nobody, "Nobody"],
  ];
}
