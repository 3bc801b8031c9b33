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
export function staffWork(request: WorkRequest): StaffWork {
  const { record, random, now, userId, calendar } = request;
  const work = new Work(request);
  const takenUp = takenUpAt(random, record.createdAt, calendar);
  if (takenUp > now || isLeft(random, record.createdAt, now)) return work;
  if (random() < 0.1) work.add({ type: "note", at: takenUp, note: pick(random, notes) });
  if (random() < 0.3) {
    work.setStatus(outcome(random), takenUp);
    return work;
  }
  work.setStatus("in_progress", takenUp);
  if (random() < 0.9) work.logCall(takenUp);
  work.set("owner_id", "owner", userId, takenUp);
  const finished = new Date(takenUp.getTime() + between(random, 10, 4000) * minute);
  if (finished < now && !isLeft(random, record.createdAt, now)) {
    const status = outcome(random);
    work.setStatus(status, finished);
    if (status === "completed" && request.submission === quoteRequest && random() < 0.5)
      work.placeOrder(finished);
  } else if (random() < 0.1) {
    work.set("snoozed_until", "snooze", new Date(now.getTime() + 3 * day).toISOString(), takenUp);
  }
  return work;
}

class Work implements StaffWork {
  readonly id: string;
  readonly events: NewRecordEvent[] = [];
  readonly #request: WorkRequest;
  readonly #cells: Record<string, string | number | boolean | null> = {
    status: initialStatus,
    owner_id: null,
    snoozed_until: null,
    order_placed: false,
    answered_at: null,
    answered_by: null,
    answer_minutes: null,
    updated_at: null,
  };

  constructor(request: WorkRequest) {
    this.id = request.record.id;
    this.#request = request;
  }

  get cells(): StaffWork["cells"] {
    return this.#cells;
  }

  add({ at, ...event }: Pick<NewRecordEvent, "type" | "was" | "becomes" | "note"> & { at: Date }): void {
    const { submission, record, userId } = this.#request;
    const { table: record_table } = submission;
    const of = { record_table, record_id: this.id, reference: record.reference, user_id: userId };
    this.events.push({ ...of, ...event, at: at.toISOString() });
  }

  set(column: string, type: "status" | "owner" | "snooze", becomes: string, at: Date): void {
    const was = this.#cells[column];
    this.add({ type, was: typeof was === "string" ? was : null, becomes, at });
    Object.assign(this.#cells, { [column]: becomes, updated_at: at.toISOString() });
  }

  setStatus(status: RecordStatus, at: Date): void {
    const { calendar } = this.#request;
    Object.assign(this.#cells, answerColumns(calendar, this.#asRow(), status, at));
    this.set("status", "status", status, at);
  }

  placeOrder(at: Date): void {
    this.add({ type: "order", was: "no", becomes: "yes", at });
    Object.assign(this.#cells, { order_placed: true, updated_at: at.toISOString() });
  }

  logCall(at: Date): void {
    this.add({ type: "call", at });
    Object.assign(this.#cells, answeredAt(this.#request.calendar, this.#asRow(), { by: "call", at }));
  }

  #asRow() {
    const { answered_at: answered, answered_by: by } = this.#cells;
    return {
      created_at: this.#request.record.createdAt.toISOString(),
      answered_at: typeof answered === "string" ? answered : null,
      answered_by: typeof by === "string" ? by : null,
    };
  }
}

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

const outcome = (random: Chance): RecordStatus => (random() < 0.84 ? "completed" : "cancelled");

const notes = [
  "Rang, no answer. Left a message.",
  "Two on the shelf, the better one has a scratched housing.",
  "Asked for a photo of the old part.",
  "Wants it on the Friday courier.",
  "Ask Hemi: he stripped one of these last week.",
] as const;
