import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { atWorkInWords, dueNoteInWords, openTimeLeftInWords } from "#domain/due-words.ts";
import { replyDue, type Urgency, urgencyOf } from "#domain/reply-due.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

const colours: Readonly<Record<Urgency, string>> = {
  overdue: "text-danger font-semibold",
  soon: "text-warn font-semibold",
  later: "text-ink",
};

interface DueNoteProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  readonly calendar: BusinessCalendar;
  readonly now: Date;
}

/**
 * By when to answer a new record and how much open time is left, in words and colour; a promise that
 * does not care for opening hours with both moments.
 */
export function DueNote({ submission, record, calendar, now }: DueNoteProps) {
  const reply = replyDue(submission.replyRule, new Date(record.created_at), calendar);
  const urgency = urgencyOf(reply, now, calendar);
  const atWork = atWorkInWords(reply, now);
  return (
    <div data-urgency={urgency} className={`w-full text-sm leading-snug ${colours[urgency]}`}>
      <p>
        {dueNoteInWords(reply, now)}
        {urgency !== "overdue" && (
          <span className="text-ink-muted font-normal"> ({openTimeLeftInWords(reply, now, calendar)})</span>
        )}
      </p>
      {atWork !== null && <p className="text-ink-muted font-normal">{atWork}</p>}
    </div>
  );
}
