import { AlarmClockOff } from "lucide-react";

import { selectClasses, StatusSelect } from "#app/desk/record-parts/record-marks.tsx";
import { SnoozeMenu } from "#app/desk/record-parts/snooze-menu.tsx";
import { changeRecord } from "#app/desk/state/change-records.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { openNewRequest, requestOfRecord } from "#app/desk/state/new-request.ts";
import { focusPart, KeyHint, keyProps } from "#app/desk/ui/commands.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { dueInWords } from "#domain/due-words.ts";
import { isOpenStatus, isToAnswer } from "#domain/record-status.ts";
import { answerDue } from "#domain/reply-due.ts";
import { isSnoozed } from "#domain/snooze.ts";
import { hasSteps, type Submission, type SubmissionRecord } from "#domain/submission.ts";

interface RecordToolsProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  /** Hides the box "Order placed". */
  readonly hasOrder: boolean;
  /** Completes the record and opens the next. */
  readonly onComplete: () => void;
}

export function RecordTools({ submission, record, hasOrder, onComplete }: RecordToolsProps) {
  const { calendar } = useDeskPage();
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] items-end gap-x-3 gap-y-2">
      <div className="grid gap-1 text-sm max-lg:hidden">
        <span aria-hidden className="text-ink-muted flex items-center justify-between gap-2">
          Status <KeyHint action="new">1–4</KeyHint>
        </span>
        <StatusSelect hasKeys record={record} />
      </div>
      <AssigneeSelect record={record} />
      <div className="grid">
        {calendar !== null && <SnoozeTool submission={submission} record={record} calendar={calendar} />}
      </div>
      {(submission.hasDeal === true || record.order_placed) && !hasOrder && <OrderCheck record={record} />}
      <NewRequestTool submission={submission} record={record} />
      {isOpenStatus(record.status) && (
        <ToolButton
          shortcut="complete"
          className="text-sm lg:min-h-9 lg:px-3"
          onClick={() => {
            focusPart("title"); // The button goes.
            onComplete();
          }}
        >
          Complete and next
        </ToolButton>
      )}
    </div>
  );
}

/** A message becomes a request, once. A request or a vehicle is copied: the same person and machine. */
function NewRequestTool({ submission, record }: Pick<RecordToolsProps, "submission" | "record">) {
  const isMessage = !hasSteps(submission);
  if (isMessage && record.followed_by !== null) return null;
  return (
    <ToolButton
      data-part={isMessage ? "quote" : "copy"}
      shortcut={isMessage ? "quote" : undefined}
      className="text-sm lg:min-h-9 lg:px-3"
      onClick={() => openNewRequest(requestOfRecord(submission, record))}
    >
      {isMessage ? "Make a request of it" : "New request for them"}
    </ToolButton>
  );
}

function AssigneeSelect({ record }: { readonly record: SubmissionRecord }) {
  const { viewer } = useDeskPage();
  const { user, people } = viewer;
  const assignee = record.owner_id ?? "";
  const others = people.filter(
    (person) => person.id !== user.id && (person.is_active || person.id === assignee),
  );
  const assign = (id: string) => changeRecord(record, { owner_id: id === "" ? null : id });
  return (
    <label className="grid gap-1 text-sm">
      <span className="text-ink-muted flex items-center justify-between gap-2">
        With <KeyHint action="take" />
      </span>
      <select
        value={assignee}
        onChange={({ target }) => assign(target.value)}
        {...keyProps("take")}
        className={selectClasses}
      >
        <option value="">Nobody</option>
        <option value={user.id}>{`${viewer.nameOf(user.id)} (me)`}</option>
        {others.map(({ id }) => (
          <option key={id} value={id}>
            {viewer.nameOf(id)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SnoozeToolProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  readonly calendar: BusinessCalendar;
}

function SnoozeTool({ submission, record, calendar }: SnoozeToolProps) {
  const { now } = useDeskPage();
  if (isSnoozed(record, now)) {
    return (
      <ToolButton
        data-part="snooze"
        shortcut="snooze"
        className="px-3 lg:min-h-9 lg:text-sm"
        onClick={() => {
          focusPart("title"); // Another button takes its place.
          changeRecord(record, { snoozed_until: null });
        }}
      >
        <AlarmClockOff aria-hidden className="size-4 shrink-0" /> End snooze
      </ToolButton>
    );
  }
  const due = answerDue(submission, record, calendar);
  const promiseBroken = (end: Date) =>
    isToAnswer(record) && end > due.due
      ? `We promised a reply ${dueInWords(due, now)}. Nobody has answered yet, so it will be late when it comes back.`
      : null;
  return (
    <SnoozeMenu
      calendar={calendar}
      className="px-3 lg:min-h-9 lg:text-sm"
      hasKey
      promiseBroken={promiseBroken}
      onSnooze={(until) => {
        focusPart("title");
        changeRecord(record, { snoozed_until: until });
      }}
    />
  );
}

/** Marks a record that led to an order, so that retention keeps it. */
function OrderCheck({ record }: { readonly record: SubmissionRecord }) {
  return (
    <label className="flex min-h-11 w-fit items-center gap-2 text-sm lg:min-h-8">
      <input
        type="checkbox"
        aria-label={`Order placed: ${record.ref_number}`}
        {...keyProps("order")}
        className="accent-brand size-5 shrink-0"
        checked={record.order_placed}
        onChange={({ target }) => changeRecord(record, { order_placed: target.checked })}
      />
      Order placed <KeyHint action="order" />
    </label>
  );
}
