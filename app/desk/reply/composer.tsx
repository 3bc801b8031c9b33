import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { type SubmitEvent, useEffect, useRef, useState } from "react";

import { sendReply, takeReplyBack } from "#app/desk/api/replies.ts";
import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import { deskItem } from "#app/desk/session/desk-storage.ts";
import { NameForm } from "#app/desk/session/name-form.tsx";
import { mailReport } from "#app/desk/state/change-report.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { asProblem } from "#app/desk/ui/action.tsx";
import { KeyHint } from "#app/desk/ui/key-hint.tsx";
import { newKey } from "#app/desk/ui/new-key.ts";
import { TooLong } from "#app/desk/ui/too-long.tsx";
import { type DraftStore, draftAt } from "#app/shared/forms/draft.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { isNameless, replyMaxLength, replyProblem, replyValues } from "#domain/reply-text.ts";
import { fillReply } from "#domain/saved-reply.ts";
import { emailOf } from "#domain/submission-values.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { isUnwritten, savedReplies, TemplateList } from "./template-list.tsx";

interface ReplyComposerProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  readonly viewer: Viewer;
  readonly desk: Desk;
  /** Opens the next record that waits for an answer. */
  readonly onSent: () => void;
}

/** A button that opens a reply next to the record: first its saved replies, then its text. */
export function ReplyComposer(props: ReplyComposerProps) {
  const { submission, record, viewer } = props;
  const draft = replyDraft(viewer.user.id, record.ref_number);
  const [text, setText] = useState(() => draft.read().values["text"] ?? null);
  const [isChoosing, setIsChoosing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useQuery(savedReplies, props.desk.data.client); // Ready when the list opens.
  const isUnnamed = isNameless(viewer.user.full_name);
  const values = replyValues(submission, record, viewer.user);
  const type = (typed: string | null) => {
    setText(typed);
    setIsChoosing(false);
    if (typed === null) draft.clear();
    else draft.update({ values: { text: typed } });
  };
  if (text !== null) {
    const isEmpty = isUnwritten(text, values);
    return <ReplyForm {...props} text={text} isEmpty={isEmpty} onType={type} />;
  }
  return (
    <div className={`grid gap-3 ${isChoosing ? "" : "max-lg:hidden"}`}>
      <Button
        ref={button}
        look={submission.hasDeal === true ? "outline" : "action"}
        data-part="reply"
        aria-keyshortcuts="r"
        aria-expanded={isChoosing}
        className="justify-self-start max-lg:hidden lg:min-h-10 lg:px-4 lg:text-lg"
        onClick={() => setIsChoosing(!isChoosing)}
      >
        <Mail aria-hidden className="size-5" /> Reply <KeyHint action="reply" />
      </Button>
      {isChoosing && isUnnamed && <NameForm onNamed={() => props.desk.data.reload([["summary"]])} />}
      {isChoosing && !isUnnamed && (
        <TemplateList
          desk={props.desk}
          submission={submission}
          values={values}
          onChoose={(body) => type(fillReply(body, values))}
          onClose={() => {
            setIsChoosing(false);
            button.current?.focus();
          }}
        />
      )}
    </div>
  );
}

/** A phone has the button that sends it in its own bar, within reach of a thumb. */
export const replyFormId = "reply-form";

interface ReplyFormProps extends ReplyComposerProps {
  readonly text: string;
  /** It greets and signs, and says nothing. */
  readonly isEmpty: boolean;
  readonly onType: (text: string | null) => void;
}

function ReplyForm(props: ReplyFormProps) {
  const { submission, record, viewer, desk, onSent, text, isEmpty, onType } = props;
  const { ref_number: reference } = record;
  const area = useRef<HTMLTextAreaElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => area.current?.focus(), []);
  useEffect(() => desk.session.beginWriting(), [desk]);

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const refusal = isEmpty ? "Write something between the greeting and your name" : replyProblem(text);
    setProblem(refusal);
    if (isBusy || refusal !== null) return;
    setIsBusy(true);
    try {
      const draft = replyDraft(viewer.user.id, reference);
      const key = newKey(draft, text);
      const takeBack = async () => {
        await takeReplyBack(reference, key);
        // Still shown if there was no next record to open.
        onType(text);
      };
      const sent = sendReply(reference, text, key).then((undoMs) =>
        mailReport(`Reply to ${reference} is about to leave`, undoMs, takeBack),
      );
      await desk.tell(sent);
      onType(null);
      onSent();
    } catch (error) {
      setProblem(asProblem(error).message);
    }
    setIsBusy(false);
  };
  return (
    <form id={replyFormId} onSubmit={(event) => void send(event)} aria-label="Reply" className="grid gap-2">
      <label className="grid gap-2 text-sm">
        <span className="text-ink-muted wrap-anywhere">
          To <bdi>{emailOf(submission, record)}</bdi>
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
          onChange={(event) => onType(event.target.value)}
        />
        <TooLong text={text} most={replyMaxLength} />
      </label>
      <p id="reply-problem" role="alert" className="text-danger text-sm font-semibold empty:hidden">
        {problem !== null && `${problem}. Your reply is still here.`}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="action" aria-disabled={isBusy} className="max-lg:hidden">
          {isBusy ? "Sending..." : "Send"}
        </Button>
        <span aria-hidden className="text-ink-muted text-sm max-lg:hidden pointer-coarse:hidden">
          or Ctrl+Enter
        </span>
        <Button look="quiet" onClick={() => onType(null)}>
          Discard
        </Button>
      </div>
    </form>
  );
}

/** Begins a reply with that text, unless one has been begun: the composer opens with either when it is mounted. */
export function beginReply(userId: string, reference: string, text: string): void {
  const draft = replyDraft(userId, reference);
  if (draft.read().values["text"] === undefined) draft.update({ values: { text } });
}

/** The reply that a user has begun to a record: it outlives errors and reloads, not the session. */
function replyDraft(userId: string, reference: string): DraftStore {
  return draftAt(deskItem(userId, `reply-${reference}`));
}
