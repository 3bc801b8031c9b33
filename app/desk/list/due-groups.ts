import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays } from "#domain/calendar-date.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { recordDue } from "#domain/reply-due.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

interface DueGroup<Listed> {
  readonly label: string;
  readonly records: readonly Listed[];
}

/** Groups records by when they have to be answered: overdue, today, the next open day, later. The order stays. */
export function dueGroups<
  Listed extends Pick<SubmissionRecord, "created_at"> & { readonly due_at?: string | null },
>(
  submission: Pick<Submission, "replyRule">,
  records: readonly Listed[],
  now: Date,
  calendar: BusinessCalendar | null,
): readonly DueGroup<Listed>[] {
  if (calendar === null) return [{ label: "Waiting for an answer", records }];
  const today = nzDate(now);
  const next = nzDate(calendar.firstOpenFrom(addDays(today, 1)).opens);
  const labelOf = (record: Listed) => {
    const { due, atWork } = recordDue(submission, record, calendar);
    if (now > due) return "Overdue";
    const day = nzDate(atWork);
    // The opening hours before the promise may be over already.
    if (day <= today) return "Today";
    return day === next ? `Next day, ${formatDay(next)}` : "Later";
  };
  const groups = Map.groupBy(records, labelOf);
  return [...groups].map(([label, grouped]) => ({ label, records: grouped }));
}
