import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays } from "#domain/calendar-date.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { replyDue } from "#domain/reply-due.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

interface DueGroup {
  readonly label: string;
  readonly records: readonly SubmissionRecord[];
}

/** Groups records by when they have to be answered: overdue, today, the next open day, later. The order stays. */
export function dueGroups(
  { replyRule }: Submission,
  records: readonly SubmissionRecord[],
  now: Date,
  calendar: BusinessCalendar | null,
): readonly DueGroup[] {
  if (calendar === null) return [{ label: "Waiting for an answer", records }];
  const today = nzDate(now);
  const next = nzDate(calendar.firstOpenFrom(addDays(today, 1)).opens);
  const labelOf = ({ created_at: createdAt }: SubmissionRecord) => {
    const { due, atWork } = replyDue(replyRule, new Date(createdAt), calendar);
    if (now > due) return "Overdue";
    const day = nzDate(atWork);
    if (day === today) return "Today";
    return day === next ? `Next day, ${formatDay(next)}` : "Later";
  };
  const groups = Map.groupBy(records, labelOf);
  return [...groups].map(([label, grouped]) => ({ label, records: grouped }));
}
