import { useMutationState } from "@tanstack/react-query";
import { AlarmClock, UserRound } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";

import { changeRecord, type ChangeSet, pendingFilter } from "#app/desk/state/change-records.ts";
import { useDeskBasics } from "#app/desk/state/desk-page.ts";
import { keyProps } from "#app/desk/ui/commands.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { nextSteps } from "#domain/deals/stage.ts";
import { dueNoteInWords, dueShort, shortDate } from "#domain/due-words.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import {
  isOpenStatus,
  isRecordStatus,
  isToAnswer,
  type RecordStatus,
  recordStatuses,
  statusLabels,
} from "#domain/record-status.ts";
import { answerDue, type Urgency, urgencyOf } from "#domain/reply-due.ts";
import { isSnoozed } from "#domain/snooze.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

export interface RecordMarksProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
}

export const urgencyColours: Readonly<Record<Urgency, string>> = {
  overdue: "text-danger font-semibold",
  soon: "text-warn font-semibold",
  later: "text-ink",
};

/** Returns what waits besides our first reply, for a chip and in full; null if nothing does. */
export function waitLabels(
  record: SubmissionRecord,
): { readonly short: string; readonly full: string } | null {
  if (record.other_mail_at !== null) return { short: otherAddress, full: otherAddress };
  if (!isToAnswer(record)) return null;
  if (record.next_step === "return") return { short: "Return", full: nextSteps.return };
  const isAsked = record.asked_at !== null || record.next_step === "answer";
  return isAsked ? { short: nextSteps.answer, full: nextSteps.answer } : null;
}

const otherAddress = "From another address";

/** Shows in a row when the reply is due or the snooze ends, in full on hover and to screen readers. Marks what else waits. */
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
  if (!isToAnswer(record) || calendar === null) return null;
  const reply = answerDue(submission, record, calendar);
  const urgency = urgencyOf(reply, now, calendar);
  const [short, full] = [dueShort(reply, now, calendar), dueNoteInWords(reply, now, calendar)];
  const waits = waitLabels(record);
  if (waits === null)
    return (
      <span data-urgency={urgency} className={`block truncate ${urgencyColours[urgency]}`}>
        <Short text={short} full={full} />
      </span>
    );
  const when = (short.split(",")[0] ?? "").replace("Overdue ", ""); // The colour says that it is overdue.
  const chip = urgency === "overdue" ? "bg-danger-soft text-danger" : "bg-warn-soft text-warn";
  return (
    <span
      data-step
      data-urgency={urgency}
      className={`${chip} min-w-0 rounded-sm px-1.5 text-xs font-semibold`}
    >
      <Short
        text={waits.short === otherAddress ? otherAddress : `${waits.short} ${when}`}
        full={`${waits.full}: ${full}`}
      />
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

export function AssigneeMark({ record }: { readonly record: SubmissionRecord }) {
  const { viewer } = useDeskBasics();
  const { owner_id: assignee } = record;
  if (assignee === null) return null;
  const isMine = assignee === viewer.user.id;
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1 text-sm ${isMine && isOpenStatus(record.status) ? "text-brand font-semibold" : "text-ink-muted"}`}
    >
      <UserRound aria-hidden className="size-4 shrink-0" />
      <bdi className="truncate">{isMine ? "Mine" : viewer.nameOf(assignee)}</bdi>
    </span>
  );
}

/** Colours as in section 4 of the specification. */
function statusColour(status: string): string {
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

interface StatusSelectProps {
  readonly record: SubmissionRecord;
  /** Looks like a badge, for rows. */
  readonly isBadge?: boolean;
  /** The keys 1 to 4 set it. */
  readonly hasKeys?: boolean;
}

/** Changes a record's status; the yard only sees it. */
export function StatusSelect(props: StatusSelectProps) {
  return useDeskBasics().viewer.user.desk_role === "yard" ? (
    <StatusBadge status={props.record.status} />
  ) : (
    <StatusControl {...props} />
  );
}

/** Disabled during the update (specification section 4). */
function StatusControl({ record, isBadge = false, hasKeys = false }: StatusSelectProps) {
  const { id, ref_number: reference, status } = record;
  const select = useRef<HTMLSelectElement>(null);
  /** The record as it was when the menu was opened: the choice is meant for that. */
  const seen = useRef<SubmissionRecord | null>(null);
  const isChanging = useIsChanging(id);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (isChanging || !hadFocus.current) return;
    hadFocus.current = false; // A disabled control loses the focus: keyboard users get it back.
    if (document.activeElement === document.body) select.current?.focus({ preventScroll: true });
  }, [isChanging]);
  const change = (next: string) => {
    hadFocus.current = document.activeElement === select.current;
    if (isRecordStatus(next)) changeRecord(seen.current ?? record, { status: next });
    seen.current = null;
  };
  return (
    <select
      ref={select}
      disabled={isChanging}
      value={status}
      onChange={({ target }) => change(target.value)}
      onPointerDown={() => (seen.current = record)}
      onKeyDown={({ currentTarget }) => {
        if (!isOpen(currentTarget)) seen.current = record;
      }}
      aria-label={`Status of ${reference}`}
      {...(hasKeys && keyProps(...recordStatuses))}
      data-status={isBadge ? status : undefined}
      className={isBadge ? `${badgeClasses} ${statusColour(status)}` : selectClasses}
    >
      {!isRecordStatus(status) && <option value={status}>{status}</option>}
      {recordStatuses.map((value) => (
        <option key={value} value={value}>
          {statusLabels[value]}
        </option>
      ))}
    </select>
  );
}

/** Smaller on a large screen, where a mouse is used. */
export const selectClasses = `${controlClasses} lg:min-h-9! lg:py-1! lg:text-sm disabled:opacity-60`;

const badgeClasses =
  "min-h-11 w-full rounded-[0.8rem] border-y-8 border-transparent bg-clip-padding px-1 lg:rounded-sm lg:border lg:border-current/40 text-[0.8125rem] font-semibold disabled:opacity-60 lg:min-h-6 [&>option]:bg-surface-raised [&>option]:text-ink";

function useIsChanging(id: string): boolean {
  const changes = useMutationState({
    filters: pendingFilter,
    select: ({ state }) => (state.variables as ChangeSet).edits.some(({ record }) => record.id === id),
  });
  return changes.includes(true);
}

function isOpen(control: Element): boolean {
  return CSS.supports("selector(:open)") && control.matches(":open");
}
