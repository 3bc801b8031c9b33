import { AlarmClock, UserRound } from "lucide-react";
import type { ReactNode } from "react";

import { useDeskBasics } from "#app/desk/state/desk-page.ts";
import { dueNoteInWords, dueShort, recordAge, shortDate } from "#domain/due-words.ts";
import { formatDay, formatNzDateTime, nzDate } from "#domain/nz-time.ts";
import {
  isOpenStatus,
  isRecordStatus,
  isUnanswered,
  type RecordStatus,
  statusLabels,
} from "#domain/record-status.ts";
import { recordDue, type Urgency, urgencyOf } from "#domain/reply-due.ts";
import { isSnoozed } from "#domain/snooze.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

interface RecordMarksProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
}

/** When the reply is due or the snooze ends, and the assignee. */
export function RecordMarks({ submission, record }: RecordMarksProps) {
  const { now } = useDeskBasics();
  const { snoozed_until: until, duplicate_of: original } = record;
  return (
    <>
      {original !== null && <span className="text-ink-muted text-sm">Merged into {original}</span>}
      {until !== null && isSnoozed(record, now) ? (
        <SnoozeMark until={until} />
      ) : (
        <DueNote submission={submission} record={record} />
      )}
      <AssigneeMark record={record} />
    </>
  );
}

const urgencyColours: Readonly<Record<Urgency, string>> = {
  overdue: "text-danger font-semibold",
  soon: "text-warn font-semibold",
  later: "text-ink",
};

/** When the reply is due and how much open time is left. */
function DueNote({ submission, record }: RecordMarksProps) {
  const { now, calendar } = useDeskBasics();
  if (!isUnanswered(record) || calendar === null) return null;
  const reply = recordDue(submission, record, calendar);
  const urgency = urgencyOf(reply, now, calendar);
  return (
    <p data-urgency={urgency} className={`w-full text-sm leading-snug ${urgencyColours[urgency]}`}>
      {dueNoteInWords(reply, now, calendar)}
    </p>
  );
}

/** For rows: when the reply is due or the snooze ends, in a few characters, and in full for a pointer and screen readers. */
export function DueMark({ submission, record }: RecordMarksProps) {
  const { now, calendar } = useDeskBasics();
  const { snoozed_until: until } = record;
  if (until !== null && isSnoozed(record, now)) {
    const date = nzDate(new Date(until));
    return (
      <Short text={shortDate(date)} full={`Snoozed until ${formatDay(date, now)}`}>
        <AlarmClock aria-hidden className="mr-1 inline size-4 align-text-bottom" />
      </Short>
    );
  }
  if (!isUnanswered(record) || calendar === null) return null;
  const reply = recordDue(submission, record, calendar);
  const urgency = urgencyOf(reply, now, calendar);
  return (
    <span data-urgency={urgency} className={`block truncate ${urgencyColours[urgency]}`}>
      <Short text={dueShort(reply, now, calendar)} full={dueNoteInWords(reply, now, calendar)} />
    </span>
  );
}

interface ShortProps {
  readonly text: string;
  readonly full: string;
  readonly children?: ReactNode;
}

function Short({ text, full, children }: ShortProps) {
  return (
    <span title={full} className="relative z-1 block truncate">
      {children}
      <span aria-hidden>{text}</span>
      <span className="sr-only">{full}</span>
    </span>
  );
}

/** Nothing if the record is with nobody. */
export function AssigneeMark({ record }: Pick<RecordMarksProps, "record">) {
  const { viewer } = useDeskBasics();
  const { owner_id: assignee } = record;
  if (assignee === null) return null;
  const isMine = assignee === viewer.user.id;
  const isOpen = isOpenStatus(record.status);
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1 text-sm ${isMine && isOpen ? "text-brand font-semibold" : "text-ink-muted"}`}
    >
      <UserRound aria-hidden className="size-4 shrink-0" />
      <bdi className="truncate">{isMine ? "Mine" : viewer.nameOf(assignee)}</bdi>
    </span>
  );
}

function SnoozeMark({ until }: { readonly until: string }) {
  const { now } = useDeskBasics();
  return (
    <span className="text-ink-muted inline-flex items-center gap-1 text-sm">
      <AlarmClock aria-hidden className="size-4 shrink-0" />
      Snoozed until {formatDay(nzDate(new Date(until)), now)}
    </span>
  );
}

/** Colours as in section 4 of the specification. */
export function statusColour(status: string): string {
  return isRecordStatus(status) ? statusColours[status] : unknownColour;
}

const statusColours: Readonly<Record<RecordStatus, string>> = {
  new: "bg-info-soft text-info",
  in_progress: "bg-warn-soft text-warn",
  completed: "bg-ok-soft text-ok",
  cancelled: "bg-danger-soft text-danger",
};
const unknownColour = "bg-surface-sunken text-ink-muted";

export function StatusBadge({ status }: { readonly status: string }) {
  const label = isRecordStatus(status) ? statusLabels[status] : status;
  return (
    <span
      data-status={status}
      className={`inline-block rounded-sm border border-current/40 px-2 text-sm font-semibold whitespace-nowrap ${statusColour(status)}`}
    >
      {label}
    </span>
  );
}

export function RecordDate({ createdAt }: { readonly createdAt: string }) {
  const { now } = useDeskBasics();
  const instant = new Date(createdAt);
  return (
    <p className="text-ink-muted flex w-full flex-wrap justify-between gap-x-3 text-sm md:w-auto">
      <time dateTime={createdAt}>{formatNzDateTime(instant)}</time>
      <span>{recordAge(instant, now)}</span>
    </p>
  );
}
