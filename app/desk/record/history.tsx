import { useState } from "react";

import { asProblem, postAbout } from "#app/desk/api/desk-call.ts";
import type { OpenRecord } from "#app/desk/api/open-record.ts";
import { useDeskPage, type Viewer } from "#app/desk/state/desk-page.ts";
import { deliveryText, wrongStates } from "#app/desk/ui/mail-error.ts";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { historyWords } from "#domain/deals/history-words.ts";
import { deskEndpoints } from "#domain/desk-wire.ts";
import type { RecordMail } from "#domain/desk.ts";
import { recordAge } from "#domain/due-words.ts";
import { formatNzDateTime } from "#domain/nz-time.ts";
import type { RecordEvent } from "#domain/record-event.ts";
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
  // A reply is an event once it has left.
  const isWaiting = ({ kind, key }: RecordMail) =>
    kind === "reply" && !events.some(({ type, becomes }) => type === "reply" && becomes === key);
  return (
    <ol aria-label="History" className="grid gap-2.5">
      {mails
        .filter(isWaiting)
        .toReversed()
        .map((mail) => (
          <li key={mail.key} className="text-sm">
            <p>
              <Who userId={mail.user_id} viewer={viewer} /> Reply
            </p>
            <SentReply reference={record.ref_number} mail={mail} onRewrite={onRewrite} />
          </li>
        ))}
      {events
        .filter(isShown)
        .toReversed()
        .map((event) => (
          <li key={event.id} className="text-sm">
            {event.note === null ? (
              <p className="flex flex-wrap items-baseline gap-x-2">
                <span className="min-w-0 wrap-anywhere">
                  <Who userId={event.user_id} viewer={viewer} />
                  {event.type === "corrected" ? (
                    <CorrectionText event={event} submission={submission} />
                  ) : (
                    historyWords(event, viewer.nameOf)
                  )}
                </span>
                <When at={event.at} />
              </p>
            ) : (
              <div className="border-warn bg-warn-soft/60 rounded-sm border-l-4 px-3 py-2">
                <p className="flex flex-wrap items-baseline gap-x-2">
                  <Who userId={event.user_id} viewer={viewer} />
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

function Who({ userId, viewer }: { readonly userId: string | null; readonly viewer: Viewer }) {
  if (userId === null) return null;
  return <bdi className="mr-1.5 font-semibold">{viewer.nameOf(userId)}</bdi>;
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

interface SentReplyProps {
  readonly reference: string;
  /** Undefined for what is no reply, or one that was taken back. */
  readonly mail: RecordMail | undefined;
  /** Begins a reply with the text. */
  readonly onRewrite: (text: string) => void;
}

/** A reply in the history: what it said, and how far its mail has come. */
function SentReply({ reference, mail, onRewrite }: SentReplyProps) {
  const { now } = useDeskPage();
  const [problem, setProblem] = useState<string | null>(null);
  if (mail === undefined) return null;
  const { state, key, words, to, is_readdressed: isReaddressed } = mail;
  const isStuck = state === "failed" || state === "unknown" || state === "bounced";
  const again = () => {
    setProblem(null);
    const id = key.split("/").at(-1) ?? "";
    postAbout(reference, deskEndpoints.replyAgain, { key: id }).catch((error: unknown) =>
      setProblem(asProblem(error).message),
    );
  };
  return (
    <div className="border-brand bg-brand-soft/60 mt-1 rounded-sm border-l-4 px-3 py-2">
      <p dir="auto" className="text-base wrap-anywhere whitespace-pre-wrap">
        {words}
      </p>
      <p className={`mt-1 font-semibold ${isStuck ? "text-danger" : "text-ink-muted"}`}>
        {deliveryText(mail, now)}
      </p>
      {to !== null && (
        <p className="text-ink-muted wrap-anywhere">
          To <bdi>{to}</bdi>
          {isReaddressed && ", an address that has been corrected since"}
        </p>
      )}
      {isStuck && (
        <ToolButton
          className="mt-2 px-3 print:hidden"
          onClick={isReaddressed ? () => onRewrite(words ?? "") : again}
        >
          {isReaddressed ? "Reply with this text" : "Send again"}
        </ToolButton>
      )}
      <p role="alert" className="text-danger font-semibold empty:hidden">
        {problem}
      </p>
    </div>
  );
}

/** What became of the receipt that the website has sent, if something is wrong with it. */
export function ReceiptProblem({ mails }: { readonly mails: readonly RecordMail[] }) {
  const { now } = useDeskPage();
  const receipt = mails.find(({ kind }) => kind === "receipt");
  if (receipt === undefined || !wrongStates.has(receipt.state)) return null;
  return (
    <p className="border-danger bg-danger-soft text-danger rounded-sm border-l-4 px-3 py-2 text-sm font-semibold wrap-anywhere">
      Receipt to the customer: {deliveryText(receipt, now)}. Check the e-mail address, or ring.
    </p>
  );
}
