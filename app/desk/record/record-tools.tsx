import { OrderCheck } from "#app/desk/record-parts/order-check.tsx";
import { StatusSelect } from "#app/desk/record-parts/status-select.tsx";
import type { Viewer } from "#app/desk/record-parts/viewer.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import type { BusinessCalendar } from "#domain/business-calendar.ts";
import type { Submission, SubmissionRecord } from "#domain/submission.ts";

import { OwnerSelect } from "./owner-select.tsx";
import { SnoozeMenu } from "./snooze-menu.tsx";

interface RecordToolsProps {
  readonly submission: Submission;
  readonly record: SubmissionRecord;
  readonly viewer: Viewer;
  readonly now: Date;
  readonly calendar: BusinessCalendar | null;
  readonly desk: Desk;
}

/** How a record goes on: its status, who looks after it, until when it can wait. */
export function RecordTools({ submission, record, viewer, now, calendar, desk }: RecordToolsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <div className="grid gap-1 text-sm max-lg:hidden">
        <span aria-hidden className="text-ink-muted">
          Status
        </span>
        <StatusSelect record={record} onChange={(seen, status) => desk.setStatus(submission, seen, status)} />
      </div>
      <OwnerSelect
        record={record}
        viewer={viewer}
        onChange={(seen, owner) => desk.change(seen, { owner_id: owner })}
      />
      <div className="grid">
        {calendar !== null && (
          <SnoozeMenu
            record={record}
            now={now}
            calendar={calendar}
            onChange={(seen, until) => desk.change(seen, { snoozed_until: until })}
          />
        )}
      </div>
      <OrderCheck
        reference={record.ref_number}
        placed={record.order_placed}
        onChange={(placed) => desk.setOrderPlaced(submission, record, placed)}
      />
    </div>
  );
}
