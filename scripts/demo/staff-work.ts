import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays } from "#domain/calendar-date.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { nzDate } from "#domain/nz-time.ts";
import { initialStatus, type RecordStatus } from "#domain/record-status.ts";
import type { Submission } from "#domain/submission.ts";
import { answerColumns, answeredAt } from "#server/features/records/derived-columns.ts";
import type { InsertedRecord } from "#server/features/records/insert-records.ts";
import type { NewRecordEvent } from "#server/features/records/record-events.ts";

import { between, type Chance, pick } from "./chance.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const notes = ["Rang, no answer. Left a message.", "Asked for a photo of the old part."] as const;

/** What staff did to a record: the events, and the cells as they leave it. */
export interface StaffWork {
  readonly id: string;
  readonly events: readonly NewRecordEvent[];
  readonly cells: Readonly<Record<string, string | number | boolean | null>>;
}

export interface WorkRequest {
  readonly submission: Submission;
  readonly record: InsertedRecord;
  readonly random: Chance;
  readonly now: Date;
  readonly calendar: BusinessCalendar;
  readonly userId: string;
}

/** Staff take most up within hours, some days later, and finish them within days; a few lie around. */
export function staffWork({ submission, record, random, now, calendar, userId }: WorkRequest): StaffWork {
  const { id, reference, createdAt } = record;
  const created_at = createdAt.toISOString();
  const cells: typeof untouched = { ...untouched };
  const events: NewRecordEvent[] = [];
  const add = (at: Date, event: Pick<NewRecordEvent, "type" | "was" | "becomes" | "note">) => {
    events.push({
      record_table: submission.table,
      record_id: id,
      reference,
      user_id: userId,
      ...event,
      at: at.toISOString(),
    });
    cells.updated_at = at.toISOString();
  };
  const setStatus = (status: RecordStatus, at: Date) => {
    Object.assign(cells, answerColumns(calendar, { created_at, ...cells }, status, at));
    add(at, { type: "status", was: cells.status, becomes: status });
    cells.status = status;
  };
  const outcome = (): RecordStatus => (random() < 0.84 ? "completed" : "cancelled");
  const work = { id, events, cells };

  const takenUp = takenUpAt(random, createdAt, calendar);
  if (takenUp > now || isLeft(random, createdAt, now)) return work;
  if (random() < 0.1) add(takenUp, { type: "note", note: pick(random, notes) });
  if (random() < 0.3) {
    setStatus(outcome(), takenUp);
    return work;
  }
  setStatus("in_progress", takenUp);
  if (random() < 0.9) {
    add(takenUp, { type: "call" });
    Object.assign(cells, answeredAt(calendar, { created_at, ...cells }, { by: "call", at: takenUp }));
  }
  add(takenUp, { type: "owner", was: null, becomes: userId });
  cells.owner_id = userId;
  const finished = new Date(takenUp.getTime() + between(random, 10, 4000) * minute);
  if (finished < now && !isLeft(random, createdAt, now)) {
    setStatus(outcome(), finished);
    if (cells.status === "completed" && submission === quoteRequest && random() < 0.5) {
      add(finished, { type: "order", was: "no", becomes: "yes" });
      cells.order_placed = true;
    }
  } else if (random() < 0.1) {
    const until = new Date(now.getTime() + 3 * day).toISOString();
    add(takenUp, { type: "snooze", was: null, becomes: until });
    cells.snoozed_until = until;
  }
  return work;
}

const untouched = {
  status: initialStatus,
  owner_id: null as string | null,
  snoozed_until: null as string | null,
  order_placed: false,
  answered_at: null as string | null,
  answered_by: null as string | null,
  answer_minutes: null as number | null,
  updated_at: null as string | null,
};

/** Nobody reads anything before the next opening time. */
function takenUpAt(random: Chance, createdAt: Date, calendar: BusinessCalendar): Date {
  const today = calendar.openSpan(nzDate(createdAt));
  const isToday = today !== null && createdAt < today.closes;
  const { opens } = isToday ? today : calendar.firstOpenFrom(addDays(nzDate(createdAt), 1));
  const waits = random() < 0.93 ? between(random, 4, 200) : between(random, 200, 4000);
  return new Date(Math.max(createdAt.getTime(), opens.getTime()) + waits * minute);
}

/** A few of the last days' records are behind; older ones have been dealt with. */
function isLeft(random: Chance, createdAt: Date, now: Date): boolean {
  const days = (now.getTime() - createdAt.getTime()) / day;
  return random() < (days < 4 ? 0.3 : days < 14 ? 0.05 : 0.0001);
}
