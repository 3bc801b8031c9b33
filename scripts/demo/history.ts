import { sql } from "kysely";

import { BusinessCalendar } from "#domain/business-calendar.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { replyDue } from "#domain/reply-due.ts";
import type { Submission } from "#domain/submission.ts";
import { insertRecords, type StoredSubmission } from "#server/features/records/insert-records.ts";
import { appendEvents } from "#server/features/records/record-events.ts";
import { mergeSearchIndexes } from "#server/features/records/search.ts";
import { newReference } from "#server/features/submissions/attempts.ts";
import type { Config } from "#server/platform/config/config.ts";
import { type Database, DatabaseInUse, type Query } from "#server/platform/database/database.ts";
import { openForCommand, openDatabase } from "#server/platform/database/open-database.ts";
import { loadFirm } from "#server/services/firm/stored-firm.ts";

import { type Chance, chance, pick } from "./chance.ts";
import { type StaffWork, staffWork } from "./staff-work.ts";
import { allVisitors, quoteVisitors } from "./visitors.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const span = 728 * day; // Within the time that records are kept.
const batch = 500;

export interface HistoryRequest {
  readonly records: number;
  readonly now: Date;
  readonly calendar: BusinessCalendar;
  /** Who did all the work. */
  readonly userIds: readonly [string, ...string[]];
  readonly onProgress?: (done: number) => void;
}

/** Two years of made-up records of every kind, oldest first, with what staff did to them since. */
export async function fillHistory(desk: Pick<Database, "write">, request: HistoryRequest): Promise<void> {
  const { records, now, onProgress } = request;
  const random = chance(now.getTime());
  for (let done = 0; done < records; done += batch) {
    const moments = Array.from({ length: Math.min(batch, records - done) }, (_, index) => {
      const share = (done + index + random()) / records;
      return new Date(now.getTime() - span * (1 - share));
    });
    const kinds = byKind(random, moments, request.calendar);
    await desk.write(async (tx) => {
      for (const arrivals of kinds) await addWorkedRecords(tx, arrivals, random, request);
    });
    onProgress?.(done + moments.length);
  }
}

type Arrivals = [Submission, StoredSubmission[]];

function byKind(random: Chance, moments: readonly Date[], calendar: BusinessCalendar): Arrivals[] {
  const all = allVisitors.reduce((sum, { percent }) => sum + percent, 0);
  const entries = new Map<Submission, StoredSubmission[]>();
  for (const createdAt of moments) {
    let draw = random() * all;
    const { submission, fill } = allVisitors.find(({ percent }) => (draw -= percent) < 0) ?? quoteVisitors;
    const adopted = random() < 0.02;
    const storedAt = new Date(createdAt.getTime() + (adopted ? 15 * minute : 1000));
    const { due: dueAt } = replyDue(submission.replyRule, createdAt, calendar);
    const record = {
      refNumber: newReference(),
      createdAt,
      storedAt,
      dueAt,
      consent: adopted ? null : true,
      adopted,
    };
    entries.set(submission, [...(entries.get(submission) ?? []), { values: fill(random), record }]);
  }
  return [...entries];
}

/** In few statements: events of all records at once, then each record as they leave it. */
async function addWorkedRecords(
  tx: Query,
  [submission, entries]: Arrivals,
  random: Chance,
  { now, calendar, userIds }: HistoryRequest,
): Promise<void> {
  const born = await insertRecords(tx, submission, entries);
  const works = born.map((record) =>
    staffWork({ submission, record, random, now, calendar, userId: pick(random, userIds) }),
  );
  const events = await appendEvents(
    tx,
    works.flatMap((work) => work.events),
  );
  const versions = new Map(
    events.filter(({ type }) => type !== "note").map((event) => [event.record_id, event.id]),
  );
  for (const work of works) await leave(tx, submission, work, versions.get(work.id));
}

async function leave(
  tx: Query,
  { table }: Submission,
  { id, cells }: StaffWork,
  version: number | undefined,
): Promise<void> {
  if (version === undefined) return;
  const assignments = Object.entries({ ...cells, version }).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  await sql`update ${sql.table(table)} set ${sql.join(assignments)} where id = ${id}`.execute(tx);
}

/** The request would mix made-up records with real ones. */
export class RealRecords extends Error {}

/** Fills this installation's database with two years of records; its server may be running. Throws RealRecords. */
export async function fillDatabase(
  config: Config,
  request: Pick<HistoryRequest, "records" | "onProgress">,
): Promise<void> {
  const desk = await openDatabase(config.database).catch((error: unknown) => {
    if (!(error instanceof DatabaseInUse)) throw error;
    return openForCommand(config.database);
  });
  try {
    await assertNoRealRecords(desk.reader);
    const users = await desk.reader
      .selectFrom("users")
      .select("id")
      .where("disabled_at", "is", null)
      .execute();
    const [first, ...others] = users.map(({ id }) => id);
    if (first === undefined) throw new Error("Nobody could have done the work: start the server once first.");
    await loadFirm(desk.reader, config.firm, () => new Date());
    const calendar = new BusinessCalendar();
    await fillHistory(desk, { ...request, now: new Date(), calendar, userIds: [first, ...others] });
    await mergeSearchIndexes({ database: desk });
  } finally {
    await desk.close();
  }
}

/** Made-up people have addresses that reach nobody; anyone with another one is real. */
async function assertNoRealRecords(db: Query): Promise<void> {
  for (const { table, tab } of submissions) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where email not like ${"%.example"} limit 1`.execute(db);
    if (rows.length > 0)
      throw new RealRecords(`There are real records in ${tab.title}: fill another database.`);
  }
}
