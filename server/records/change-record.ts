import { sql } from "kysely";

import type { BusinessCalendar } from "#domain/business-calendar.ts";
import type { RecordStatus } from "#domain/record-status.ts";
import type { Submission } from "#domain/submission.ts";

import type { Database, Query } from "../database/database.ts";
import type { RecordEventRow } from "../database/tables.ts";
import { recordColumnNames } from "./record-columns.ts";
import { appendEvents, type NewRecordEvent } from "./record-events.ts";
import { recordFromRow } from "./record-table.ts";
import { answerCells } from "./reply-times.ts";

type Row = Record<string, unknown>;

/** What staff can change of a record. */
export interface RecordChange {
  readonly status?: RecordStatus;
  /** A user's id; null where nobody owns it. */
  readonly owner_id?: string | null;
  /** ISO 8601; null wakes it up. */
  readonly snoozed_until?: string | null;
  /** It led to an order. */
  readonly order_placed?: boolean;
}

export interface ChangeRequest {
  readonly submission: Submission;
  readonly id: string;
  readonly change: RecordChange;
  /** The version the person has seen; null changes whatever is there. */
  readonly version: number | null;
  readonly userId: string;
  readonly at: Date;
}

export interface ChangeContext {
  readonly database: Pick<Database, "lock">;
  readonly calendar: BusinessCalendar;
}

export type ChangeOutcome =
  | { readonly kind: "changed"; readonly record: Row; readonly events: readonly RecordEventRow[] }
  | { readonly kind: "missing" }
  /** Somebody else was there first: `record` is how it stands. */
  | { readonly kind: "stale"; readonly record: Row };

const eventTypes = {
  status: "status",
  owner_id: "owner",
  snoozed_until: "snooze",
  order_placed: "order",
} as const;
const changeable = ["status", "owner_id", "snoozed_until", "order_placed"] as const;

/** Changes a record and writes down who did what, in the transaction `tx`. */
export async function changeRecord(
  context: ChangeContext,
  tx: Query,
  request: ChangeRequest,
): Promise<ChangeOutcome> {
  const { submission, id, change, version, at } = request;
  await context.database.lock(tx, `record ${id}`);
  const record = await recordById(tx, submission, id);
  if (record === null) return { kind: "missing" };
  const isStale = version !== null && record["version"] !== version;
  if (isStale && !(await isOwnDoing(tx, request, record))) return { kind: "stale", record };
  // The events come first: their counter is the lock that every writer takes before the tables' own.
  const events = await appendEvents(tx, eventsFor(request, record));
  const cells = { ...change, updated_at: at.toISOString(), version: events.at(-1)?.id ?? record["version"] };
  const assignments = sql.join(
    Object.entries({ ...cells, ...answerCells(context.calendar, record, change.status, at) }).map(
      ([name, value]) => sql`${sql.ref(name)} = ${value}`,
    ),
  );
  await sql`update ${sql.table(submission.table)} set ${assignments} where id = ${id}`.execute(tx);
  return { kind: "changed", record: { ...record, ...cells }, events };
}

/** The latest change is this very one, by the same person: its answer was lost, and it is sent again. */
async function isOwnDoing(tx: Query, request: ChangeRequest, record: Row): Promise<boolean> {
  if (eventsFor(request, record).length > 0) return false;
  const events = tx.selectFrom("record_events").select(["user_id", "type"]);
  const latest = await events.where("id", "=", Number(record["version"])).executeTakeFirst();
  const types = changeable
    .filter((name) => request.change[name] !== undefined)
    .map((name) => eventTypes[name]);
  return latest?.user_id === request.userId && types.some((type) => type === latest.type);
}

async function recordById(db: Query, submission: Submission, id: string): Promise<Row | null> {
  const columns = sql.join(recordColumnNames(submission).map((name) => sql.ref(name)));
  const { rows } = await sql<Row>`
    select ${columns} from ${sql.table(submission.table)} where id = ${id}`.execute(db);
  return rows[0] === undefined ? null : recordFromRow(rows[0]);
}

/** One event for everything that becomes different. */
function eventsFor({ submission, id, change, userId, at }: ChangeRequest, record: Row): NewRecordEvent[] {
  return changeable.flatMap((name) => {
    const [was, becomes] = [inWords(record[name]), inWords(change[name])];
    if (change[name] === undefined || was === becomes) return [];
    return [
      {
        record_table: submission.table,
        record_id: id,
        type: eventTypes[name],
        at: at.toISOString(),
        user_id: userId,
        was,
        becomes,
      },
    ];
  });
}

function inWords(cell: unknown): string | null {
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  return typeof cell === "string" ? cell : null;
}
