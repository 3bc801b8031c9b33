import { AlarmClock, AlarmClockOff } from "lucide-react";
import { useId, useRef, useState } from "react";

import {
  OrderCheck,
  StatusSelect,
  beforeOpening,
  useSnapshot,
} from "#app/desk/record-parts/record-controls.tsx";
import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { ConfirmDialog } from "#app/desk/ui/dialog.tsx";
import { KeyHint } from "#app/desk/ui/key-hint.tsx";
import { toolClasses } from "#app/desk/ui/tool.ts";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { isUnanswered } from "#domain/answer.ts";
import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays } from "#domain/calendar-date.ts";
import { dueInWords } from "#domain/due-words.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { replyDue } from "#domain/reply-due.ts";
import { isSnoozed, snoozeChoices, snoozeEnd } from "#domain/snooze.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

interface RecordToolsProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  readonly viewer: Viewer;
  readonly now: Date;
  readonly calendar: BusinessCalendar | null;
  readonly desk: Desk;
}

export function RecordTools({ submission, record, viewer, now, calendar, desk }: RecordToolsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <div className="grid gap-1 text-sm max-lg:hidden">
        <span aria-hidden className="text-ink-muted flex items-center justify-between gap-2">
          Status <KeyHint action="new">1–4</KeyHint>
        </span>
        <StatusSelect record={record} onChange={(seen, status) => desk.setStatus(seen, status)} />
      </div>
      <AssigneeSelect
        record={record}
        viewer={viewer}
        onChange={(seen, assignee) => desk.change(seen, { owner_id: assignee })}
      />
      <div className="grid">
        {calendar !== null && (
          <SnoozeMenu
            submission={submission}
            record={record}
            now={now}
            calendar={calendar}
            onChange={(seen, until) => desk.change(seen, { snoozed_until: until })}
          />
        )}
      </div>
      <OrderCheck
        reference={record.ref_number}
        placed={record.order_placed}
        onChange={(placed) => desk.change(record, { order_placed: placed })}
      />
    </div>
  );
}

interface AssigneeSelectProps {
  readonly record: SubmissionRecord;
  readonly viewer: Viewer;
  /** `seen` is the record as it was when the user opened the menu. */
  readonly onChange: (seen: SubmissionRecord, assignee: string | null) => Promise<void>;
}

function AssigneeSelect({ record, viewer, onChange }: AssigneeSelectProps) {
  const seen = useSnapshot(record);
  const [pending, setPending] = useState<string | null>(null);
  const { user, people } = viewer;
  const assignee = record.owner_id ?? "";
  const others = people.filter(
    (person) => person.id !== user.id && (person.is_active || person.id === assignee),
  );
  const change = async (next: string) => {
    setPending(next);
    await onChange(seen.use(), next === "" ? null : next);
    setPending(null);
  };
  return (
    <label className="grid gap-1 text-sm">
      <span className="text-ink-muted flex items-center justify-between gap-2">
        With <KeyHint action="take" />
      </span>
      <select
        {...beforeOpening(seen.take)}
        className={`${controlClasses} disabled:opacity-60`}
        disabled={pending !== null}
        value={pending ?? assignee}
        onChange={(event) => void change(event.target.value)}
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

/** The browser focuses it when the menu opens. React's own `autoFocus` would do so only once. */
const focusedByMenu = (button: HTMLButtonElement | null) => button?.setAttribute("autofocus", "");

interface SnoozeMenuProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  readonly now: Date;
  readonly calendar: BusinessCalendar;
  /** `seen` is the record as it was when the user opened the menu. */
  readonly onChange: (seen: SubmissionRecord, until: string | null) => Promise<void>;
}

function SnoozeMenu({ submission, record, now, calendar, onChange }: SnoozeMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const seen = useSnapshot(record);
  const [lateDate, setLateDate] = useState<string | null>(null);
  const due = replyDue(submission.replyRule, new Date(record.created_at), calendar);
  if (isSnoozed(record, now)) {
    return (
      <button
        type="button"
        data-part="snooze"
        aria-keyshortcuts="s"
        className={`${toolClasses} min-h-12 px-3`}
        onClick={() => void onChange(record, null)}
      >
        <AlarmClockOff aria-hidden className="size-4 shrink-0" /> End snooze <KeyHint action="snooze" />
      </button>
    );
  }
  const snooze = (date: string) => onChange(seen.use(), snoozeEnd(date, calendar).toISOString());
  const choose = (date: string) => {
    menu.current?.hidePopover();
    const isPast = isUnanswered(record) && snoozeEnd(date, calendar) > due.due;
    if (isPast) setLateDate(date);
    else void snooze(date);
  };
  const tomorrow = addDays(nzDate(now), 1);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        data-part="snooze"
        aria-keyshortcuts="s"
        className={`${toolClasses} min-h-12 px-3`}
      >
        <AlarmClock aria-hidden className="size-4 shrink-0" /> Snooze <KeyHint action="snooze" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onToggle={({ newState }) => {
          if (newState === "open") seen.take();
        }}
        className="border-line-strong bg-surface-raised text-ink w-72 rounded-sm border p-2 supports-[position-area:bottom]:m-1 supports-[position-area:bottom]:[position-area:bottom_span-left]"
      >
        <p className="text-ink-muted px-2 pb-1 text-sm">Back on the desk</p>
        {snoozeChoices(now, calendar).map(({ label, date }, index) => (
          <button
            key={date}
            ref={index === 0 ? focusedByMenu : null}
            type="button"
            onClick={() => choose(date)}
            className="hover:bg-surface-sunken flex min-h-11 w-full items-center justify-between gap-3 rounded-sm px-2 text-left"
          >
            <span className="font-semibold">{label}</span>
            <span className="text-ink-muted text-sm">{formatDay(date)}</span>
          </button>
        ))}
        <label className="mt-1 grid gap-1 px-2 pb-1 text-sm">
          <span className="text-ink-muted">Or on</span>
          <input
            type="date"
            min={tomorrow}
            className={controlClasses}
            onChange={(event) => {
              if (event.target.value >= tomorrow) choose(event.target.value);
            }}
          />
        </label>
      </div>
      {lateDate !== null && (
        <ConfirmDialog
          title="Snooze past the promised reply?"
          label={`Snooze until ${formatDay(lateDate)}`}
          onConfirm={() => snooze(lateDate)}
          onClose={() => setLateDate(null)}
        >
          <p>
            We promised a reply {dueInWords(due, now)}. Nobody has answered yet, so it will be late when it
            comes back.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
