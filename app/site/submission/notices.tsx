import { CircleCheck, Clock, Copy } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";

import { useCalendar, useNow } from "#app/shared/document/use-clock.ts";
import { Button } from "#app/shared/ui/button.tsx";
import { useFocusOnChange } from "#app/shared/ui/use-focus-on-change.ts";
import { dueSentence, dueWords } from "#domain/due-words.ts";
import { replyDue } from "#domain/reply-due.ts";
import type { Submission } from "#domain/submission.ts";

import type { ProofProgress } from "./solve-challenge.ts";
import type { SentSubmission } from "./submit.ts";

interface ReplyPromiseProps {
  readonly submission: Submission;
  readonly isSending: boolean;
}

/**
 * The promise and, after hydration, when the reply would be due. While sending takes long, the space of the latter says
 * so: nothing moves. The live region exists before its text, so that screen readers announce it.
 */
export function ReplyPromise({ submission, isSending }: ReplyPromiseProps) {
  const calendar = useCalendar();
  const now = useNow();
  const due = calendar === null ? null : dueWords(replyDue(submission.replyRule, now, calendar), now);
  const waitText = useWaitText(isSending);
  return (
    <div className="flex gap-3">
      <Clock aria-hidden strokeWidth={1.5} className="text-brand mt-0.5 size-6 shrink-0" />
      <div className="max-w-prose">
        <p>{submission.promise}</p>
        {/* Reserves the height of the text that hydration adds. */}
        <div className="grid min-h-[3lh] content-start sm:min-h-[2lh]">
          <p role="status" className="col-start-1 row-start-1 font-semibold">
            {waitText}
          </p>
          {due !== null && (
            <p className={`col-start-1 row-start-1 ${waitText === null ? "" : "invisible"}`}>
              Send it now and that is{" "}
              <strong>
                by <span className="whitespace-nowrap">{due.time}</span> {due.day}
              </strong>
              {due.because}.
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

const waitTexts = [
  { afterMs: 3000, text: "Still sending. The connection is slow: please keep this page open." },
  { afterMs: 13_000, text: "Still no answer. Please keep this page open: nothing you typed is lost." },
] as const;

/** Returns a text while sending takes long; null before that. */
function useWaitText(isSending: boolean): string | null {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    if (!isSending) return;
    const timers = waitTexts.map(({ afterMs, text: next }) => setTimeout(() => setText(next), afterMs));
    return () => {
      for (const timer of timers) clearTimeout(timer);
      setText(null);
    };
  }, [isSending]);
  return text;
}

/**
 * Explains why sending takes a while when the browser has to make a proof of work, and shows the progress. The live
 * region exists before its text, so that screen readers announce it; the seconds change outside of it.
 */
export function ProofNotice({ progress }: { readonly progress: ProofProgress | null }) {
  return (
    <div className="max-w-prose">
      <div role="status">
        {progress !== null && (
          <p>
            We are getting an unusual number of messages. To show that yours is not part of a flood, your
            phone or computer is doing a short calculation. Please keep this page open: your message is sent
            as soon as it is done.
          </p>
        )}
      </div>
      {progress !== null && (
        <div className="mt-3 flex items-center gap-3">
          <progress aria-label="Calculation" value={progress.share} className="accent-brand h-3 grow" />
          <span className="text-ink-muted min-w-[16ch]">{waitWords(progress.secondsLeft)}</span>
        </div>
      )}
    </div>
  );
}

function waitWords(seconds: number): string {
  if (seconds > 90) return `up to ${Math.ceil(seconds / 60)} minutes left`;
  return seconds <= 1 ? "almost done" : `up to ${seconds} seconds left`;
}

interface SuccessNoticeProps {
  readonly submission: Submission;
  readonly sent: SentSubmission;
  /** False if the visitor may be typing elsewhere. */
  readonly takesFocus?: boolean;
  readonly children?: ReactNode;
}

export function SuccessNotice({ submission, sent, takesFocus = true, children }: SuccessNoticeProps) {
  const { reference, receivedAt } = sent;
  const focused = useFocusOnChange<HTMLDivElement>(reference);
  const box = takesFocus ? focused : null;
  return (
    <div
      ref={box}
      role="status"
      tabIndex={-1}
      className="border-ok bg-ok-soft text-ok grid scroll-mt-24 gap-4 rounded-sm border-2 px-4 py-4 sm:px-6 sm:py-5"
    >
      <p className="font-sign flex items-center gap-3 text-2xl leading-tight font-bold sm:text-3xl">
        <CircleCheck aria-hidden className="size-7 shrink-0" />
        {submission.successTitle}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ReferencePlate reference={reference} />
        <CopyReference reference={reference} />
      </div>
      <p className="text-ink">
        {submission.promise}{" "}
        <strong className="font-semibold">
          <SentDue submission={submission} receivedAt={receivedAt} />
        </strong>
        {submission.followUp !== undefined && ` ${submission.followUp}`}
      </p>
      <p className="text-ink">
        Wrong e-mail address? Send the form again. Add this reference, so that we know which one counts.
      </p>
      {children}
    </div>
  );
}

interface SentDueProps {
  readonly submission: Submission;
  readonly receivedAt: Date;
}

/** Says when the reply to a sent form is due. */
function SentDue({ submission, receivedAt }: SentDueProps) {
  const calendar = useCalendar();
  const now = useNow();
  return calendar === null ? "" : dueSentence(replyDue(submission.replyRule, receivedAt, calendar), now);
}

export function ReferencePlate({ reference }: { readonly reference: string }) {
  return (
    <p className="border-line-strong bg-surface-raised text-ink grid w-fit gap-1 rounded-md border-2 border-dashed px-4 py-4 sm:px-6">
      <span className="text-ink-muted text-sm">Your reference number</span>
      <strong className="font-sign text-[1.625rem] leading-tight font-bold tracking-wide tabular-nums sm:text-4xl">
        {reference}
      </strong>
    </p>
  );
}

/** Copies the reference number and says so. The region exists before its text, so that screen readers announce it. */
function CopyReference({ reference }: { readonly reference: string }) {
  const [outcome, setOutcome] = useState("");
  const copy = () => {
    navigator.clipboard.writeText(reference).then(
      () => setOutcome("Copied"),
      () => setOutcome("Not copied: your browser does not allow it"),
    );
  };
  if (!("clipboard" in navigator)) return null;
  return (
    <>
      <Button look="outline" aria-label="Copy reference number" onClick={copy}>
        <Copy aria-hidden className="size-5" />
        Copy
      </Button>
      <span role="status" className="font-semibold">
        {outcome}
      </span>
    </>
  );
}
