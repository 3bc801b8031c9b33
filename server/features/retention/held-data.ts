import { sql } from "kysely";

import { submissionBy, submissions } from "#domain/forms/submissions.ts";
import { valueInRole } from "#domain/submission-values.ts";
import type { Submission } from "#domain/submission.ts";
import { recordColumnNames } from "#server/features/records/record-columns.ts";
import { eventsOf } from "#server/features/records/record-events.ts";
import { recordFromRow } from "#server/features/records/record-table.ts";
import { openSealed } from "#server/features/submissions/store-submission.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { AttemptRow } from "#server/platform/database/tables.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import { areOf, emailsOf, isOf, type Person } from "./person-names.ts";

export type Row = Readonly<Record<string, unknown>>;

/** A mailed submission that is not yet a record. */
interface Waiting extends Row {
  readonly ref_number: string;
  readonly table: string;
}

/** What is held of one person. */
export interface HeldData {
  /** Records by table, each with its whole history. */
  readonly records: Readonly<Record<string, readonly Row[]>>;
  readonly waiting: readonly Waiting[];
  /** References of waiting submissions that cannot be opened with this SESSION_SECRET: they may be anybody's. */
  readonly unreadable: readonly string[];
}

export async function heldDataOf(db: Query, keys: Keys, person: Person): Promise<HeldData> {
  const records: Record<string, Row[]> = {};
  for (const submission of submissions) {
    const columns = sql.join(recordColumnNames(submission).map((name) => sql.ref(name)));
    const { rows } = await sql<Row>`
      select ${columns} from ${sql.table(submission.table)} where ${isOf(submission, person)}
      order by created_at`.execute(db);
    const found: Row[] = [];
    for (const row of rows) found.push(await withHistory(db, recordFromRow(row)));
    records[submission.table] = found;
  }
  const { opened, unreadable } = await openWaiting(db, keys);
  const theirs = opened.filter(({ submission, values }) => areOf(submission, person, values));
  const waiting = theirs.map(({ submission, reference, values }) => ({
    ref_number: reference,
    table: submission.table,
    ...values,
  }));
  return { records, waiting, unreadable };
}

/** Notes of staff and former values of fields are about the person too. */
async function withHistory(db: Query, record: Row): Promise<Row> {
  const events = await eventsOf(db, String(record["id"]));
  const history = events.map(({ at, type, was, becomes, note }) => ({ at, type, was, becomes, note }));
  return { ...record, history };
}

/** People who share what was looked up. */
export interface FoundPerson {
  readonly email: string;
  readonly names: readonly string[];
  readonly count: number;
}

/** Whom the data is about, told apart by e-mail address. */
export function peopleIn({ records, waiting }: HeldData): FoundPerson[] {
  const people = new Map<string, { names: Set<string>; count: number }>();
  for (const { table, row } of [
    ...recordsIn(records),
    ...waiting.map((one) => ({ table: one.table, row: one })),
  ]) {
    const submission = submissionBy("table", table);
    if (submission === undefined) continue;
    for (const email of emailsOf(submission, row)) {
      const person = people.get(email) ?? { names: new Set<string>(), count: 0 };
      person.names.add(valueInRole(submission, row, "person"));
      people.set(email, { ...person, count: person.count + 1 });
    }
  }
  return [...people].map(([email, { names, count }]) => ({ email, names: [...names], count }));
}

function recordsIn(records: HeldData["records"]): { readonly table: string; readonly row: Row }[] {
  return Object.entries(records).flatMap(([table, rows]) => rows.map((row) => ({ table, row })));
}

interface OpenedAttempt {
  readonly reference: string;
  readonly createdAt: string;
  readonly submission: Submission;
  readonly values: Row;
}

/** All mailed submissions that still wait to be stored, opened to see whose they are. */
export async function openWaiting(
  db: Query,
  keys: Keys,
): Promise<{ readonly opened: OpenedAttempt[]; readonly unreadable: string[] }> {
  const attempts = await db.selectFrom("attempts").selectAll().where("state", "=", "mailed").execute();
  const [opened, unreadable] = [new Array<OpenedAttempt>(), new Array<string>()];
  for (const attempt of attempts) {
    const one = openedAttempt(keys, attempt);
    if (one === null) unreadable.push(attempt.ref_number);
    else opened.push(one);
  }
  return { opened, unreadable };
}

function openedAttempt(keys: Keys, attempt: AttemptRow): OpenedAttempt | null {
  const { ref_number: reference, form_type, sealed, created_at: createdAt } = attempt;
  const submission = submissionBy("formType", form_type);
  if (submission === undefined || sealed === null) return null;
  try {
    return { reference, createdAt, submission, values: openSealed(keys, reference, sealed) };
  } catch {
    return null;
  }
}
