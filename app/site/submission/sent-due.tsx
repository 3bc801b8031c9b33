import { useCalendar } from "#app/shared/document/use-calendar.ts";
import { useNow } from "#app/shared/document/use-now.ts";
import { dueSentence } from "#domain/due-words.ts";
import { replyDue } from "#domain/reply-due.ts";
import type { Submission } from "#domain/submission.ts";

interface SentDueProps {
  readonly submission: Submission;
  /** Null where this page does not know; the server may, and writes its words into the mark. */
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
