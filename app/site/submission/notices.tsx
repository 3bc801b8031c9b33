import { CircleCheck, Clock } from "lucide-react";

import { useCalendar, useNow } from "#app/shared/document/use-clock.ts";
import { useFocusOnChange } from "#app/shared/ui/use-focus-on-change.ts";
import { dueSentence, dueWords } from "#domain/due-words.ts";
import { replyDue } from "#domain/reply-due.ts";
import type { Submission } from "#domain/submission.ts";

import type { ProofProgress } from "./solve-challenge.ts";
import type { Sent } from "./submit.ts";

interface ReplyPromiseProps {
  readonly submission: Submission;
}

/** The promise and, after hydration, when the reply would be due. */
export function ReplyPromise({ submission }: ReplyPromiseProps) {
  const calendar = useCalendar();
  const now = useNow();
  const due = calendar === null ? null : dueWords(replyDue(submission.replyRule, now, calendar), now);
  return (
    <div className="flex gap-3">
      <Clock aria-hidden strokeWidth={1.5} className="text-brand mt-0.5 size-6 shrink-0" />
      <div className="max-w-prose">
        <p>{submission.promise}</p>
        {/* Reserves the height of the text that hydration adds. */}
        <p className="min-h-[3lh] sm:min-h-[2lh]">
          {due !== null && (
            <>
              Sent now, that is{" "}
              <strong>
                <span className="whitespace-nowrap">{due.time}</span> {due.day}
              </strong>
              {due.because}.
            </>
          )}
        </p>
      </div>
    </div>
  );
}

interface ProofNoticeProps {
  readonly progress: ProofProgress | null;
}

/**
 * Explains why sending takes a while when the browser has to make a proof of work, and shows the progress. The live
 * region exists before its text, so that screen readers announce it; the seconds change outside of it.
 */
export function ProofNotice({ progress }: ProofNoticeProps) {
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
  readonly sent: Sent;
}

export function SuccessNotice({ submission, sent }: SuccessNoticeProps) {
  const { reference, receivedAt } = sent;
  const box = useFocusOnChange<HTMLDivElement>(reference);
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
      <ReferencePlate reference={reference} />
      <p className="text-ink">
        {submission.promise}{" "}
        <strong className="font-semibold">
          <SentDue submission={submission} receivedAt={receivedAt} />
        </strong>
        {submission.followUp !== undefined && ` ${submission.followUp}`}
      </p>
    </div>
  );
}

interface SentDueProps {
  readonly submission: Submission;
  /** Null if the page does not know it; the server may, and fills in the element. */
  readonly receivedAt: Date | null;
}

/** When the reply to what has been sent is due. */
export function SentDue({ submission, receivedAt }: SentDueProps) {
  const calendar = useCalendar();
  const now = useNow();
  const isKnown = calendar !== null && receivedAt !== null;
  return (
    <span data-reply-due="" suppressHydrationWarning>
      {isKnown ? dueSentence(replyDue(submission.replyRule, receivedAt, calendar), now) : ""}
    </span>
  );
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
