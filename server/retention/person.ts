import { type RawBuilder, sql } from "kysely";

import { fieldEntries, type Submission } from "#domain/submission.ts";
import { submissions } from "#domain/submissions.ts";

import type { Query } from "../database/database.ts";
import type { Keys } from "../operations/keyed-hash.ts";
import { recordColumnNames } from "../records/record-columns.ts";
import { eventsOf } from "../records/record-events.ts";
import { recordFromRow } from "../records/record-table.ts";
import { openSealed } from "../submissions/store-submission.ts";
import { removeMails } from "./mail-folder.ts";
import { removeRecords } from "./remove-records.ts";

type Row = Readonly<Record<string, unknown>>;

/** What is held of one person: records by table, and what is mailed but not yet stored. */
export interface HeldData {
  readonly records: Readonly<Record<string, readonly Row[]>>;
  readonly waiting: readonly Row[];
}

/** What was erased, and how many records stay because they led to an order. */
export interface Erasure {
  readonly erased: Readonly<Record<string, number>>;
  readonly kept: number;
}

interface ErasureOptions {
  /** Null where mail does not go into a folder. */
  readonly mailFolder: string | null;
  /** Also what led to an order. */
  readonly orders: boolean;
}

/** All that is held of the person with that address, in whatever case it is written. */
export async function heldDataOf(db: Query, keys: Keys, address: string): Promise<HeldData> {
  const email = address.toLowerCase();
  const records: Record<string, Row[]> = {};
  for (const submission of submissions) {
    const columns = sql.join(recordColumnNames(submission).map((name) => sql.ref(name)));
    const { rows } = await sql<Row>`
      select ${columns} from ${sql.table(submission.table)} where ${isOf(submission, email)}
      order by created_at`.execute(db);
    records[submission.table] = await Promise.all(rows.map((row) => withStaffNotes(db, recordFromRow(row))));
  }
  return { records, waiting: await waitingOf(db, keys, email) };
}

/** Notes that staff took are about the person too. A record has notes of the visitor's own. */
async function withStaffNotes(db: Query, record: Row): Promise<Row> {
  const events = await eventsOf(db, String(record["id"]));
  return { ...record, staff_notes: events.flatMap(({ at, note }) => (note === null ? [] : [{ at, note }])) };
}

/** Erases what is held of the person; what was deleted stays readable until the database is scrubbed. */
export async function erasePerson(
  db: Query,
  keys: Keys,
  address: string,
  { mailFolder, orders }: ErasureOptions,
): Promise<Erasure> {
  const email = address.toLowerCase();
  const erased: Record<string, number> = {};
  const gone = new Set<string>();
  await db.transaction().execute(async (tx) => {
    for (const submission of submissions) {
      const isToGo = sql`${isOf(submission, email)} and (${orders} or order_placed = ${false})`;
      const references = await removeRecords(tx, submission, isToGo, recordsAtMost);
      for (const reference of references) gone.add(reference);
      erased[submission.table] = references.length;
    }
    const waiting = (await waitingOf(tx, keys, email)).map(({ ref_number }) => ref_number);
    if (waiting.length > 0) await tx.deleteFrom("attempts").where("ref_number", "in", waiting).execute();
    for (const reference of waiting) gone.add(reference);
    erased["not yet stored"] = waiting.length;
  });
  const left = Object.values((await heldDataOf(db, keys, email)).records).flat();
  const kept = new Set(left.map((record) => record["ref_number"]));
  erased["mails"] = await removeMails(mailFolder, async (mail) => {
    const reference = mail.reference ?? "";
    return gone.has(reference) || (!kept.has(reference) && (await mail.visitor()) === email);
  });
  return { erased, kept: kept.size };
}

const recordsAtMost = 10_000;

/** Addresses are ASCII (domain/submission-schema.ts), so that both engines agree on what is lower case. */
function isOf(submission: Submission, email: string): RawBuilder<unknown> {
  const fields = fieldEntries(submission).filter(([, field]) => field.kind === "email");
  const matches = fields.map(([name]) => sql`lower(${sql.ref(name)}) = ${email}`);
  return matches.length === 0 ? sql`false` : sql`(${sql.join(matches, sql` or `)})`;
}

/** Mailed submissions that still wait to be stored, opened to see whose they are. */
async function waitingOf(db: Query, keys: Keys, email: string) {
  const attempts = await db.selectFrom("attempts").selectAll().where("state", "=", "mailed").execute();
  return attempts.flatMap(({ ref_number, form_type, sealed }) => {
    const submission = submissions.find((kind) => kind.formType === form_type);
    if (submission === undefined || sealed === null) return [];
    const values = openSealed(keys, ref_number, sealed);
    const isTheirs = fieldEntries(submission).some(
      ([name, { kind }]) => kind === "email" && String(values[name]).toLowerCase() === email,
    );
    return isTheirs ? [{ ref_number, table: submission.table, ...values }] : [];
  });
}
