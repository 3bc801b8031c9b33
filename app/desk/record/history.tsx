import type { OpenRecord } from "#app/desk/api/desk.ts";
import { SentReply } from "#app/desk/reply/sent-reply.tsx";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { type Viewer, personName } from "#app/desk/state/viewer.ts";
import { dealEventWords } from "#domain/deals/event-words.ts";
import type { DeskPerson } from "#domain/desk.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";
import { recordAge } from "#domain/record-age.ts";
import type { RecordEvent } from "#domain/record-event.ts";
import { isRecordStatus, statusLabels } from "#domain/record-status.ts";
import type { Submission } from "#domain/submission.ts";

interface HistoryProps {
  readonly opened: OpenRecord;
  /** Begins a reply with the text of a former one. */
  readonly onRewrite: (text: string) => void;
}

/** The events of a record, newest first. */
export function History({ opened, onRewrite }: HistoryProps) {
  const { submission, record, events, mails } = opened;
  const { viewer } = useDeskPage();
  const mailOf = ({ type, becomes }: RecordEvent) =>
    type === "reply" ? mails.find(({ key }) => key === becomes) : undefined;
  return (
    <ol aria-label="History" className="grid gap-2.5">
      {events
        .filter(isShown)
        .toReversed()
        .map((event) => (
          <li key={event.id} className="text-sm">
            {event.note === null ? (
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="min-w-0 wrap-anywhere">
                  <Who event={event} viewer={viewer} />
                  {event.type === "corrected" ? (
                    <CorrectionText event={event} submission={submission} />
                  ) : (
                    eventText(event, viewer.people)
                  )}
                </span>
                <When at={event.at} />
              </p>
            ) : (
              <div className="border-warn bg-warn-soft/60 rounded-sm border-l-4 px-3 py-2">
                <p className="flex flex-wrap items-baseline gap-x-2">
                  <Who event={event} viewer={viewer} />
                  <When at={event.at} />
                </p>
                <p dir="auto" className="mt-0.5 text-base wrap-anywhere whitespace-pre-wrap">
                  {event.note}
                </p>
              </div>
            )}
            <SentReply reference={record.ref_number} mail={mailOf(event)} onRewrite={onRewrite} />
          </li>
        ))}
    </ol>
  );
}

/** What became of a mail is shown with the mail; only that staff sent it again is an entry. */
export function isShown({ type, becomes }: RecordEvent): boolean {
  return type !== "mail" || becomes === "queued";
}

function Who({ event, viewer }: { readonly event: RecordEvent; readonly viewer: Viewer }) {
  if (event.user_id === null) return null;
  return <bdi className="mr-1.5 font-semibold">{viewer.nameOf(event.user_id)}</bdi>;
}

function When({ at }: { readonly at: string }) {
  const { now } = useDeskPage();
  const instant = new Date(at);
  return (
    <time dateTime={at} title={formatNzDateTime(instant)} className="text-ink-muted">
      <span aria-hidden className="print:hidden">
        {recordAge(instant, now)}
      </span>
      <span className="sr-only print:not-sr-only">{formatNzDateTime(instant)}</span>
    </time>
  );
}

export function eventText(event: RecordEvent, people: readonly DeskPerson[]): string {
  const { type, was, becomes, user_id: userId } = event;
  switch (type) {
    case "mailed":
      return "Mailed to staff";
    case "created":
      return "Stored";
    case "adopted":
      return "Saved by the server after the visitor lost connection";
    case "status":
      return `${statusLabel(was)} → ${statusLabel(becomes)}`;
    case "owner":
      if (becomes === null) return "Unassigned it";
      return becomes === userId ? "Took it" : `Assigned it to ${personName(becomes, people)}`;
    case "snooze":
      return becomes === null ? "Ended the snooze" : `Snoozed until ${formatNzDateTime(new Date(becomes))}`;
    case "order":
      return becomes === "yes" ? "Marked as ordered" : "No longer marked as ordered";
    case "duplicate":
      return becomes === null ? `Took it out of ${was} again` : `Merged it into ${becomes}`;
    case "reply":
      return "Replied by e-mail";
    case "reply_undone":
      return "Took the reply back before it left";
    case "mail":
      return was?.startsWith("quote/") === true ? "Sent the quote again" : "Sent the reply again";
    case "call":
      return "Rang the customer";
    case "call_undone":
      return "Took the logged call back";
    case "note":
      return "Note";
    default:
      return dealEventWords(type, event) ?? type;
  }
}

function statusLabel(status: string | null): string {
  return isRecordStatus(status) ? statusLabels[status] : (status ?? "");
}

interface CorrectionTextProps {
  readonly event: RecordEvent;
  readonly submission: Submission;
}

/** "Phone corrected from “021 555 0100” to “027 555 0100”" */
function CorrectionText({ event: { field, was, becomes }, submission }: CorrectionTextProps) {
  const label = submission.fields[field ?? ""]?.label ?? field;
  if (was === null) {
    return (
      <>
        {label} added: <Value text={becomes} />
      </>
    );
  }
  if (becomes === null) {
    return (
      <>
        {label} removed, it was <Value text={was} />
      </>
    );
  }
  return (
    <>
      {label} corrected from <Value text={was} /> to <Value text={becomes} />
    </>
  );
}

function Value({ text }: { readonly text: string | null }) {
  return (
    <>
      “<bdi className="whitespace-pre-line">{text}</bdi>”
    </>
  );
}
