import { useState } from "react";

import { asProblem, deskSend } from "#app/desk/api/desk-call.ts";
import type { OpenRecord } from "#app/desk/api/open-record.ts";
import { MessageBox } from "#app/desk/deal/deal-history.tsx";
import { When } from "#app/desk/record-parts/when.tsx";
import { useDeskPage, type Viewer } from "#app/desk/state/desk-page.ts";
import { deliveryText, wrongStates } from "#app/desk/ui/mail-error.ts";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { historyWords } from "#domain/deals/history-words.ts";
import { dealMailLabel } from "#domain/deals/mails.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import type { RecordMail } from "#domain/desk.ts";
import type { RecordEvent } from "#domain/record-event.ts";
import type { Submission } from "#domain/submission.ts";

import { conversationOf, type ConversationEntry } from "./conversation.ts";
import { MailIn } from "./mail-in.tsx";

interface HistoryProps {
  readonly opened: OpenRecord;
  /** Begins a reply with an earlier text. */
  readonly onRewrite: (text: string) => void;
}

/** The conversation with the customer and what staff did, newest first. */
export function History({ opened, onRewrite }: HistoryProps) {
  return (
    <ol aria-label="History" className="grid gap-2.5">
      {conversationOf(opened)
        .toReversed()
        .map((entry) => (
          <li key={entry.key} className="text-sm">
            <EntryParts entry={entry} opened={opened} onRewrite={onRewrite} />
          </li>
        ))}
    </ol>
  );
}

interface EntryProps extends HistoryProps {
  readonly entry: ConversationEntry;
}

function EntryParts({ entry, opened, onRewrite }: EntryProps) {
  const { viewer } = useDeskPage();
  const { event, message, inbound, mail } = entry;
  const { ref_number: reference } = opened.record;
  if (inbound !== undefined)
    return (
      <MailIn
        reference={reference}
        mail={inbound}
        others={opened.related.map(({ ref_number: ref }) => ref)}
      />
    );
  if (message !== undefined)
    return (
      <MessageBox message={message}>
        <DeliveryLine mail={mail} />
      </MessageBox>
    );
  const isReply = mail?.kind === "reply" && mail.words !== null;
  return (
    <>
      {event !== undefined && <EventText event={event} submission={opened.submission} />}
      {event === undefined && isReply && (
        <p>
          <Who userId={mail.user_id} viewer={viewer} /> Reply
        </p>
      )}
      {isReply ? (
        <SentReply opened={opened} mail={mail} onRewrite={onRewrite} />
      ) : (
        <DeliveryLine mail={mail} />
      )}
    </>
  );
}

interface EventTextProps {
  readonly event: RecordEvent;
  readonly submission: Submission;
}

function EventText({ event, submission }: EventTextProps) {
  const { viewer } = useDeskPage();
  if (event.note === null)
    return (
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
    );
  return (
    <div className="border-warn bg-warn-soft/60 rounded-sm border-l-4 px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Who userId={event.user_id} viewer={viewer} />
        <When at={event.at} />
      </p>
      <p dir="auto" className="mt-0.5 text-base wrap-anywhere whitespace-pre-wrap">
        {event.note}
      </p>
    </div>
  );
}

const mailLabels: ReadonlyMap<string, string> = new Map([
  ["quote", "Mail with the quote"],
  ["answer", "Mail"],
  ["receipt", "Receipt"],
]);

/** Says how far a mail to the customer has come. */
function DeliveryLine({ mail }: { readonly mail: RecordMail | undefined }) {
  const { now } = useDeskPage();
  if (mail === undefined) return null;
  const isWrong = wrongStates.has(mail.state) && mail.error !== "stopped";
  return (
    <p className={isWrong ? "text-danger font-semibold" : "text-ink-muted"}>
      {mailLabels.get(mail.kind) ?? dealMailLabel(mail.kind) ?? "Mail"}: {deliveryText(mail, now)}
    </p>
  );
}

function Who({ userId, viewer }: { readonly userId: string | null; readonly viewer: Viewer }) {
  if (userId === null) return null;
  return <bdi className="mr-1.5 font-semibold">{viewer.nameOf(userId)}</bdi>;
}

/** "Phone corrected from “021 555 0100” to “027 555 0100”" */
function CorrectionText({ event: { field, was, becomes }, submission }: EventTextProps) {
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

interface SentReplyProps extends HistoryProps {
  readonly mail: RecordMail;
}

/** Shows the text of a reply, and how far its mail has come. */
function SentReply({ opened, mail, onRewrite }: SentReplyProps) {
  const { now } = useDeskPage();
  const [problem, setProblem] = useState<string | null>(null);
  const { state, key, words, to, is_readdressed: isReaddressed } = mail;
  const isStuck = state === "failed" || state === "unknown" || state === "bounced";
  const again = () => {
    setProblem(null);
    const id = key.split("/").at(-1) ?? "";
    deskSend(deskCalls.replyAgain, { key: id }, { query: { reference: opened.record.ref_number } }).catch(
      (error: unknown) => setProblem(asProblem(error).message),
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

/** Warns if the receipt from the website has not reached the customer. */
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
