import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from "react";

import { deskSend, undoableCall } from "#app/desk/api/desk-call.ts";
import { beginWriting } from "#app/desk/api/session.ts";
import { Recipients } from "#app/desk/record-parts/recipients.tsx";
import { NameForm } from "#app/desk/session/name-form.tsx";
import { deskItem } from "#app/desk/session/session-end.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { reloadRecords } from "#app/desk/state/desk-queries.ts";
import { announceCall, mailToast } from "#app/desk/state/notices.ts";
import { begunText, useSending } from "#app/desk/state/use-sending.ts";
import { focusPart, KeyHint } from "#app/desk/ui/commands.tsx";
import { scrollInPane } from "#app/desk/ui/scroll-in-pane.ts";
import { TooLong } from "#app/desk/ui/too-long.tsx";
import { draftAt, type DraftStore, newKey } from "#app/shared/forms/draft.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import type { NewReply } from "#domain/desk.ts";
import type { InboundMail } from "#domain/inbox-wire.ts";
import { gapIn } from "#domain/plain-text.ts";
import { isNameless, replyMaxLength, replyProblem, replyValues } from "#domain/reply-text.ts";
import { fillReply } from "#domain/saved-reply.ts";
import { emailOf } from "#domain/submission-values.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { savedReplies, TemplateList, useFittingReplies } from "./template-list.tsx";
import { useRecipients } from "./use-recipients.ts";

interface ReplyComposerProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  /** True if a reply is the next step. */
  readonly isNext: boolean;
  /** The customer's newest mail that waits for an answer. */
  readonly answers: InboundMail | undefined;
  /** Opens the next record that waits for an answer; false if there is none. */
  readonly onSent: () => boolean;
  /** Shows the draft again: it holds the reply that was taken back. */
  readonly onTakenBack: () => void;
}

/** A button that opens a reply next to the record, with the saved replies while it is empty. */
export function ReplyComposer(props: ReplyComposerProps) {
  const { record, isNext } = props;
  const { viewer } = useDeskPage();
  const draft = replyDraft(viewer.user.id, record.ref_number);
  const sending = useSending<WrittenReply>(["reply", record.ref_number], draft, (reply) =>
    send(props, draft, reply),
  );
  const { text } = sending;
  const [isOpen, setIsOpen] = useState(false);
  useQuery(savedReplies); // Ready when the reply opens.
  const isUnnamed = isNameless(viewer.user.full_name);
  /** An empty reply stays open, but is not kept. */
  const type = (typed: string | null) => {
    sending.type(typed === "" ? null : typed);
    setIsOpen(typed !== null);
  };
  const once = { ...sending, send: (reply: WrittenReply) => (setIsOpen(false), sending.send(reply)) };
  if (text !== null || (isOpen && !isUnnamed))
    return <ReplyForm {...props} text={text ?? ""} draft={draft} onType={type} sending={once} />;
  return (
    <div className={`grid gap-3 ${isOpen ? "" : "max-lg:hidden"}`}>
      <Button
        look={isNext ? "action" : "outline"}
        data-part="reply"
        aria-keyshortcuts="r"
        aria-expanded={isOpen}
        className="justify-self-start max-lg:hidden lg:min-h-10 lg:px-4 lg:text-lg"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Mail aria-hidden className="size-5" /> Reply <KeyHint action="reply" />
      </Button>
      {isOpen && <NameForm onNamed={reloadRecords} />}
    </div>
  );
}

/** A phone has the button that sends it in its own bar, within reach of a thumb. */
export const replyFormId = "reply-form";

/** Focuses the title of the record if the focus is in the form or on that button: they go with the text. */
function leaveReplyForm(): void {
  const form = document.querySelector<HTMLFormElement>(`#${replyFormId}`);
  if (Array.from(form?.elements ?? []).some((element) => element === document.activeElement))
    focusPart("title");
}

interface WrittenReply {
  readonly text: string;
  /** Set only if several recipients are possible. */
  readonly to?: readonly string[];
}

interface ReplyFormProps extends ReplyComposerProps {
  readonly text: string;
  readonly draft: DraftStore;
  readonly onType: (text: string | null) => void;
  readonly sending: ReturnType<typeof useSending<WrittenReply>>;
}

function ReplyForm({ submission, record, answers, text, draft, onType, sending }: ReplyFormProps) {
  const recipients = useRecipients(emailOf(submission, record) ?? "", answers ?? {}, draft);
  const { possible, to } = recipients;
  const { viewer } = useDeskPage();
  const values = replyValues(submission, record, viewer.user);
  const saved = useFittingReplies(submission, values);
  const area = useRef<HTMLTextAreaElement>(null);
  const { isBusy, failed } = sending;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const problem = refusal ?? (failed?.text === text ? failed.problem : null);
  const alert = useRef<HTMLParagraphElement>(null);
  useEffect(() => area.current?.focus(), []);
  useEffect(() => {
    // The message may be below a phone's window, or behind the bar with the button.
    if (problem !== null) scrollInPane(alert.current);
  }, [problem]);
  useEffect(beginWriting, []);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const gap = gapIn(text);
    const refused = replyProblem(text) ?? (gap === asked ? null : gap);
    setAsked(gap);
    setRefusal(refused);
    if (!isBusy && refused === null) sending.send({ text, ...(possible.length > 1 && { to }) });
  };
  const discard = () => {
    focusPart("title");
    onType(null);
  };
  const choose = (body: string) => {
    area.current?.focus();
    onType(fillReply(body, values));
  };
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (text !== "" || ctrlKey || metaKey || altKey) return;
    const chosen = saved.replies[Number(key) - 1];
    if (key === "Escape") discard();
    else if (chosen !== undefined) choose(chosen.body);
    else if (!(saved.isPending && /^\d$/.test(key))) return;
    event.preventDefault();
  };
  return (
    <form id={replyFormId} onSubmit={submit} aria-label="Reply" className="grid gap-2">
      <Recipients {...recipients} />
      {text === "" && <TemplateList saved={saved} onChoose={choose} />}
      <label className="grid gap-2 text-sm">
        <span className="text-ink-muted wrap-anywhere">
          To <bdi>{to.join(", ")}</bdi>
          {answers !== undefined && (
            <>
              , in answer to their mail <bdi>“{answers.subject}”</bdi>
            </>
          )}
        </span>
        <textarea
          ref={area}
          data-part="reply"
          dir="auto"
          rows={10}
          readOnly={isBusy}
          aria-describedby="reply-problem"
          className={`${controlClasses} field-sizing-content max-h-[60dvh] text-base`}
          value={text}
          onKeyDown={press}
          onChange={(event) => onType(event.target.value)}
        />
        <TooLong text={text} most={replyMaxLength} />
      </label>
      <p
        ref={alert}
        id="reply-problem"
        role="alert"
        className="text-danger text-sm font-semibold empty:hidden max-lg:scroll-mb-24"
      >
        {problem !== null && `${problem}. Your reply is still here.`}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="action" aria-disabled={isBusy} className="max-lg:hidden">
          {isBusy ? "Sending..." : "Send"}
        </Button>
        <span aria-hidden className="text-ink-muted text-sm max-lg:hidden pointer-coarse:hidden">
          or Ctrl+Enter
        </span>
        <Button look="quiet" aria-disabled={isBusy} onClick={isBusy ? undefined : discard}>
          Discard
        </Button>
      </div>
    </form>
  );
}

/**
 * Mails the visitor once the time to take it back is over; returns how long that is, in milliseconds. Sent again with
 * the same key, it is the same reply.
 */
export async function sendReply(reference: string, reply: NewReply): Promise<number> {
  return (await undoableCall(deskCalls.reply, reply, { query: { reference } })).undo_ms;
}

/** Sends a reply, which can be taken back until it leaves. Keeps the text if it fails. */
async function send(
  { record, answers, onSent, onTakenBack }: ReplyComposerProps,
  draft: DraftStore,
  { text, to }: WrittenReply,
): Promise<void> {
  const { ref_number: reference } = record;
  const key = newKey(draft, [text, ...(to ?? [])].join("\n"));
  const takeBack = async () => {
    await deskSend(deskCalls.replyBack, { key }, { query: { reference } });
    const begun = begunText(draft);
    const values = { text: begun === null ? text : `${text}\n\n${begun}` };
    draft.update({ values: to === undefined ? values : { ...values, to: to.join(" ") } });
    onTakenBack();
  };
  const answered = answers === undefined ? {} : { in_reply_to: answers.id, ...(to !== undefined && { to }) };
  const reply = { text, key, ...answered };
  await announceCall(
    sendReply(reference, reply).then((undoMs) => mailToast(`Reply to ${reference}`, undoMs, takeBack)),
  );
  draft.clear();
  if (!onSent()) leaveReplyForm();
}

/** Begins a reply with that text, unless one has been begun: the composer opens with either when it is mounted. */
export function beginReply(userId: string, reference: string, text: string): void {
  const draft = replyDraft(userId, reference);
  if (begunText(draft) === null) draft.update({ values: { text } });
}

/** The begun reply to a record. It outlives errors and reloads, not the session. */
function replyDraft(userId: string, reference: string): DraftStore {
  return draftAt(deskItem(userId, `reply-${reference}`));
}
