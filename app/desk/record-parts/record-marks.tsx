import { AlarmClock, UserRound } from "lucide-react";

import { recordAge } from "#app/desk/ui/record-age.ts";
import { isUnanswered } from "#domain/answer.ts";
import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { atWorkInWords, dueNoteInWords, openTimeLeftInWords } from "#domain/due-words.ts";
import { formatDay, formatNzDateTime, nzDate } from "#domain/nz-time.ts";
import { type RecordStatus, isRecordStatus, openStatuses, statusLabels } from "#domain/record-status.ts";
import { type Urgency, replyDue, urgencyOf } from "#domain/reply-due.ts";
import { isSnoozed } from "#domain/snooze.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import type { Viewer } from "./viewer.ts";

interface RecordMarksProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  readonly now: Date;
  readonly calendar: BusinessCalendar | null;
  readonly viewer: Viewer;
}

/** When the reply is due or the snooze ends, and the assignee. */
export function RecordMarks({ submission, record, now, calendar, viewer }: RecordMarksProps) {
  const isOpen = openStatuses.some((status) => status === record.status);
  const { snoozed_until: until, owner_id: owner } = record;
  return (
    <>
      {until !== null && isSnoozed(record, now) ? (
        <SnoozeMark until={until} now={now} />
      ) : (
        isUnanswered(record) &&
        calendar !== null && <DueNote submission={submission} record={record} calendar={calendar} now={now} />
      )}
      {owner !== null && (
        <AssigneeMark name={viewer.nameOf(owner)} isMine={owner === viewer.user.id} isDone={!isOpen} />
      )}
    </>
  );
}

const urgencyColours: Readonly<Record<Urgency, string>> = {
  overdue: "text-danger font-semibold",
  soon: "text-warn font-semibold",
  later: "text-ink",
};

interface DueNoteProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  readonly calendar: BusinessCalendar;
  readonly now: Date;
}

/**
 * When the reply is due and how much open time is left. If the promise ignores opening hours, both the
 * promised moment and the last one in opening hours are shown.
 */
function DueNote({ submission, record, calendar, now }: DueNoteProps) {
  const reply = replyDue(submission.replyRule, new Date(record.created_at), calendar);
  const urgency = urgencyOf(reply, now, calendar);
  const atWork = atWorkInWords(reply, now);
  return (
    <div data-urgency={urgency} className={`w-full text-sm leading-snug ${urgencyColours[urgency]}`}>
      <p>
        {dueNoteInWords(reply, now)}
        {urgency !== "overdue" && (
          <span className="text-ink-muted font-normal"> ({openTimeLeftInWords(reply, now, calendar)})</span>
        )}
      </p>
      {atWork !== null && <p className="text-ink-muted font-normal">{atWork}</p>}
    </div>
  );
}

interface AssigneeMarkProps {
  readonly name: string;
  readonly isMine: boolean;
  readonly isDone: boolean;
}

function AssigneeMark({ name, isMine, isDone }: AssigneeMarkProps) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1 text-sm ${isMine && !isDone ? "text-brand font-semibold" : "text-ink-muted"}`}
    >
      <UserRound aria-hidden className="size-4 shrink-0" />
      <bdi className="truncate">{isMine ? "Mine" : name}</bdi>
    </span>
  );
}

interface SnoozeMarkProps {
  readonly until: string;
  readonly now: Date;
}

function SnoozeMark({ until, now }: SnoozeMarkProps) {
  return (
    <span className="text-ink-muted inline-flex items-center gap-1 text-sm">
      <AlarmClock aria-hidden className="size-4 shrink-0" />
      Snoozed until {formatDay(nzDate(new Date(until)), now)}
    </span>
  );
}

const statusColours: Readonly<Record<RecordStatus, string>> = {
  new: "bg-info-soft text-info",
  in_progress: "bg-warn-soft text-warn",
  completed: "bg-ok-soft text-ok",
  cancelled: "bg-danger-soft text-danger",
};
const unknownColour = "bg-surface-sunken text-ink-muted";

interface StatusBadgeProps {
  readonly status: string;
}

/** Colours as in section 4 of the specification. */
export function StatusBadge({ status }: StatusBadgeProps) {
  const [label, colour] = isRecordStatus(status)
    ? [statusLabels[status], statusColours[status]]
    : [status, unknownColour];
  return (
    <span
      data-status={status}
      className={`inline-block rounded-sm border border-current/40 px-2 text-sm font-semibold whitespace-nowrap ${colour}`}
    >
      {label}
    </span>
  );
}

interface RecordDateProps {
  readonly createdAt: string;
  readonly now: Date;
}

export function RecordDate({ createdAt, now }: RecordDateProps) {
  const instant = new Date(createdAt);
  return (
    <p className="text-ink-muted flex w-full flex-wrap justify-between gap-x-3 text-sm md:w-auto">
      <time dateTime={createdAt}>{formatNzDateTime(instant)}</time>
      <span>{recordAge(instant, now)}</span>
    </p>
  );
}
