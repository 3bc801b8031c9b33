import { AlarmClock, Eye, Printer, X } from "lucide-react";
import { use, useId } from "react";
import { Link } from "react-router";

import { deskSummary } from "#app/desk/record-parts/desk-summary.ts";
import {
  AssigneeMark,
  type RecordMarksProps,
  StatusBadge,
  urgencyColours,
  waitLabels,
} from "#app/desk/record-parts/record-marks.tsx";
import { PresenceContext, useDeskBasics, useDeskPage } from "#app/desk/state/desk-page.ts";
import { viewSearch } from "#app/desk/state/desk-view.ts";
import { MenuItem, MenuPanel } from "#app/desk/ui/menu.tsx";
import { CopyIcon } from "#app/desk/ui/tool.tsx";
import { dueNoteInWords, recordAge } from "#domain/due-words.ts";
import { channels, isChannel } from "#domain/new-request.ts";
import { formatDay, formatNzDateTime, nzDate } from "#domain/nz-time.ts";
import { isToAnswer } from "#domain/record-status.ts";
import { answerDue, urgencyOf } from "#domain/reply-due.ts";
import { isSnoozed } from "#domain/snooze.ts";

interface DetailHeaderProps extends RecordMarksProps {
  readonly onPrint: (withHistory: boolean) => void;
}

export function DetailHeader({ submission, record, onPrint }: DetailHeaderProps) {
  const { view, viewer } = useDeskPage();
  const others = use(PresenceContext);
  const [title, ...details] = deskSummary(submission, record);
  return (
    <header className="border-line bg-surface-raised border-b px-4 py-2 lg:px-6">
      <div className="flex items-start gap-x-1">
        <div className="min-w-0 grow pt-2">
          <h2
            id="detail-title"
            data-part="title"
            tabIndex={-1}
            className="text-2xl leading-tight wrap-anywhere outline-none"
          >
            <bdi>{title}</bdi>
          </h2>
          {details.map((line) => (
            <p key={line} className="text-lg leading-snug font-semibold wrap-anywhere">
              <bdi>{line}</bdi>
            </p>
          ))}
        </div>
        <span className="shrink-0 max-lg:-mr-2">
          <PrintMenu onPrint={onPrint} />
        </span>
        <Link
          to={viewSearch({ ...view, reference: null })}
          preventScrollReset
          aria-label="Close"
          className="hover:bg-surface-sunken -mr-2 inline-flex size-11 items-center justify-center rounded-sm max-lg:hidden print:hidden"
        >
          <X aria-hidden className="size-5" />
        </Link>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-0.5">
        <p className="group/field flex items-center">
          <span id="detail-reference" className="font-sign mr-1 font-semibold">
            {record.ref_number}
          </span>
          <CopyIcon what="reference" text={record.ref_number} />
        </p>
        <span className="hidden print:inline">
          <StatusBadge status={record.status} />
        </span>
        <RecordDate createdAt={record.created_at} />
        <RecordMarks submission={submission} record={record} />
      </div>
      <Origin record={record} />
      <Presence names={others.map(viewer.nameOf)} />
    </header>
  );
}

/** How a record that staff entered came, and the records before and after it. */
function Origin({ record }: Pick<RecordMarksProps, "record">) {
  const { viewer } = useDeskPage();
  const { channel, entered_by: userId, follows, followed_by: next } = record;
  const links = [["Follows", follows] as const, ["Followed by", next] as const];
  return (
    <p className="text-ink-muted flex flex-wrap gap-x-4 text-sm empty:hidden">
      {isChannel(channel) && (
        <span>
          Came {channels[channel]}, entered by <bdi>{viewer.nameOf(userId)}</bdi>
        </span>
      )}
      {links.map(
        ([label, reference]) =>
          reference !== null && (
            <span key={label}>
              {label}{" "}
              <Link
                to={`/admin?record=${reference}`}
                className="text-link inline-flex min-h-11 items-center lg:min-h-6"
              >
                {reference}
              </Link>
            </span>
          ),
      )}
    </p>
  );
}

function Presence({ names }: { readonly names: readonly string[] }) {
  return (
    <p role="status" className="empty:hidden print:hidden">
      {names.length > 0 && (
        <span className="bg-info-soft text-info mt-2 inline-flex items-center gap-2 rounded-sm px-2.5 py-1 text-sm font-semibold">
          <Eye aria-hidden className="size-4 shrink-0" />
          <span>
            <bdi>{names.join(", ")}</bdi> {names.length === 1 ? "has" : "have"} this record open too
          </span>
        </span>
      )}
    </p>
  );
}

const choices = [
  { label: "Record only", withHistory: false },
  { label: "With history and notes", withHistory: true },
] as const;

function PrintMenu({ onPrint }: { readonly onPrint: (withHistory: boolean) => void }) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label="Print"
        title="Print"
        className="hover:bg-surface-sunken inline-flex size-11 shrink-0 items-center justify-center rounded-sm"
      >
        <Printer aria-hidden className="size-5" />
      </button>
      <MenuPanel id={id} label="Print" className="w-60">
        {choices.map(({ label, withHistory }, index) => (
          <MenuItem key={label} isFirst={index === 0} onChoose={() => onPrint(withHistory)}>
            {label}
          </MenuItem>
        ))}
      </MenuPanel>
    </>
  );
}

/** Shows when the reply is due or the snooze ends, and the assignee. */
function RecordMarks({ submission, record }: RecordMarksProps) {
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

/** Shows when the reply is due and how much open time is left. */
function DueNote({ submission, record }: RecordMarksProps) {
  const { now, calendar } = useDeskBasics();
  if (!isToAnswer(record) || calendar === null) return null;
  const reply = answerDue(submission, record, calendar);
  const urgency = urgencyOf(reply, now, calendar);
  const waits = waitLabels(record);
  return (
    <p data-urgency={urgency} className={`w-full text-sm leading-snug ${urgencyColours[urgency]}`}>
      {waits !== null && `${waits.full}: `}
      {dueNoteInWords(reply, now, calendar)}
    </p>
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

function RecordDate({ createdAt }: { readonly createdAt: string }) {
  const { now } = useDeskBasics();
  const instant = new Date(createdAt);
  return (
    <p className="text-ink-muted flex w-full flex-wrap justify-between gap-x-3 text-sm md:w-auto">
      <time dateTime={createdAt}>{formatNzDateTime(instant)}</time>
      <span>{recordAge(instant, now)}</span>
    </p>
  );
}
