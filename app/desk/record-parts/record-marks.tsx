import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { initialStatus, openStatuses } from "#domain/record-status.ts";
import { isSnoozed } from "#domain/snooze.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { DueNote } from "./due-note.tsx";
import { OwnerMark } from "./owner-mark.tsx";
import { SnoozeMark } from "./snooze-mark.tsx";
import type { Viewer } from "./viewer.ts";

interface RecordMarksProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  readonly now: Date;
  /** Null until it is loaded. */
  readonly calendar: BusinessCalendar | null;
  readonly viewer: Viewer;
}

/** What has to happen next, and who sees to it: when the reply is due, or until when it can wait, and the owner. */
export function RecordMarks({ submission, record, now, calendar, viewer }: RecordMarksProps) {
  const isOpen = openStatuses.some((status) => status === record.status);
  const { snoozed_until: until, owner_id: owner } = record;
  return (
    <>
      {until !== null && isSnoozed(record, now) ? (
        <SnoozeMark until={until} now={now} />
      ) : (
        record.status === initialStatus &&
        calendar !== null && <DueNote submission={submission} record={record} calendar={calendar} now={now} />
      )}
      {owner !== null && (
        <OwnerMark name={viewer.nameOf(owner)} isMine={owner === viewer.user.id} isDone={!isOpen} />
      )}
    </>
  );
}
