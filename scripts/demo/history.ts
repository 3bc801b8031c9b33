import type { RecordStatus } from "#domain/record-status.ts";
import type { Submission } from "#domain/submission.ts";
import type { Database, Query } from "#server/database/database.ts";
import { changeRecord, type RecordChange } from "#server/records/change-record.ts";
import { appendEvents } from "#server/records/record-events.ts";
import { type BornRecord, insertRecords, type NewEntry } from "#server/records/record-table.ts";
import { newReference } from "#server/submissions/new-reference.ts";

import { between, type Chance, chance, pick } from "./chance.ts";
import { allVisitors } from "./visitors.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const span = 730 * day;
const batch = 500;

export interface HistoryRequest {
  readonly records: number;
  readonly now: Date;
  /** Who did all the work. */
  readonly userIds: readonly [string, ...string[]];
  readonly onProgress?: (done: number) => void;
}

type Desk = Pick<Database, "write" | "lock">;

/** Two years of made-up records of every kind, oldest first, with what staff did to them since. */
export async function fillHistory(desk: Desk, request: HistoryRequest): Promise<void> {
  const { records, now, userIds, onProgress } = request;
  const random = chance(now.getTime());
  for (let done = 0; done < records; done += batch) {
    const moments = Array.from({ length: Math.min(batch, records - done) }, (_, index) => {
      const share = (done + index + random()) / records;
      return new Date(now.getTime() - span * (1 - share));
    });
    await desk.write(async (tx) => {
      for (const arrivals of byKind(random, moments)) {
        const born = await insertRecords(tx, arrivals.submission, arrivals.entries);
        for (const record of born) {
          await work(desk, tx, { ...arrivals, record, random, now, userId: pick(random, userIds) });
        }
      }
    });
    onProgress?.(done + moments.length);
  }
}

interface Arrivals {
  readonly submission: Submission;
  readonly entries: readonly NewEntry[];
}

function byKind(random: Chance, moments: readonly Date[]): Arrivals[] {
  const all = allVisitors.reduce((sum, { percent }) => sum + percent, 0);
  const entries = new Map<Submission, NewEntry[]>();
  for (const moment of moments) {
    let draw = random() * all;
    const visitors = allVisitors.find(({ percent }) => (draw -= percent) < 0);
    if (visitors === undefined) continue;
    const { submission, fill } = visitors;
    const adopted = random() < 0.02;
    const storedAt = new Date(moment.getTime() + (adopted ? 15 * minute : 1000));
    const record = {
      refNumber: newReference(),
      createdAt: moment,
      storedAt,
      consent: adopted ? null : true,
      adopted,
    };
    entries.set(submission, [...(entries.get(submission) ?? []), { values: fill(random), record }]);
  }
  return [...entries].map(([submission, ofKind]) => ({ submission, entries: ofKind }));
}

interface Work {
  readonly submission: Submission;
  readonly record: BornRecord;
  readonly random: Chance;
  readonly now: Date;
  readonly userId: string;
}

/** Staff take it up within hours and finish it within days; what came in just now still waits. */
async function work(desk: Desk, tx: Query, { submission, record, random, now, userId }: Work): Promise<void> {
  const { id } = record;
  const change = async (at: Date, what: RecordChange) =>
    changeRecord(desk, tx, { submission, id, change: what, version: null, userId, at });
  const takenUp = new Date(record.createdAt.getTime() + between(random, 5, 400) * minute);
  if (takenUp > now || isLeft(random, record.createdAt, now)) return;
  if (random() < 0.6) await change(takenUp, { status: "in_progress", owner_id: userId });
  if (random() < 0.1) await note(tx, submission, { id, userId, at: takenUp, text: pick(random, notes) });
  const finished = new Date(takenUp.getTime() + between(random, 10, 4000) * minute);
  if (finished < now && !isLeft(random, record.createdAt, now))
    await change(finished, { status: outcome(random) });
  else if (random() < 0.1) {
    await change(takenUp, { snoozed_until: new Date(now.getTime() + 3 * day).toISOString() });
  }
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

async function note(
  tx: Query,
  { table }: Submission,
  { id, userId, at, text }: { id: string; userId: string; at: Date; text: string },
): Promise<void> {
  const event = { record_table: table, record_id: id, type: "note", at: at.toISOString() } as const;
  await appendEvents(tx, [{ ...event, user_id: userId, note: text }]);
}
