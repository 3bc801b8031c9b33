import { sql } from "kysely";

import { dayMs } from "#domain/durations.ts";
import { kindOf } from "#domain/field.ts";
import { type Repeats, repeatsCountedTo } from "#domain/record-columns.ts";
import { namesOfKind, summaryOf, type RawValues } from "#domain/submission-values.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import { forEveryForm, type FoundRecord, recordByReference, type StoredRecord } from "./record-table.ts";

/** The keys that tie a record to others of the same person and the same machine: "phone 0215550100". */
export function keysOf(submission: Submission, values: RawValues): string[] {
  return fieldEntries(submission).flatMap(([name, field]) => {
    const value = values[name];
    if (field.matches === undefined || typeof value !== "string") return [];
    return (kindOf(field).matchKeys?.(value) ?? []).map((key) => `${name} ${key}`);
  });
}

export async function replaceKeys(tx: Query, submission: Submission, record: StoredRecord): Promise<void> {
  const { number } = record;
  const keys = keysOf(submission, record).map((key) => ({ key, number }));
  await tx.deleteFrom("record_keys").where("number", "=", number).execute();
  if (keys.length > 0) await tx.insertInto("record_keys").values(keys).execute();
}

export interface Relative {
  readonly number: number;
  readonly table: string;
  readonly recordId: string;
  /** The names of the fields in which both agree. */
  readonly shares: readonly string[];
}

const mostRelatives = 20;

/** The newest other records that share a key with the record of that number. */
export async function relativesOf(db: Query, number: number): Promise<Relative[]> {
  const ownKeys = db.selectFrom("record_keys").select("key").where("number", "=", number).orderBy("key");
  const relatives = new Map<number, Relative>();
  for (const { key } of await ownKeys.execute()) {
    const name = key.slice(0, key.indexOf(" "));
    for (const other of await recordsWithKey(db, key, number)) {
      const shares = new Set(relatives.get(other.number)?.shares).add(name);
      relatives.set(other.number, { ...other, shares: [...shares] });
    }
  }
  return [...relatives.values()].toSorted((a, b) => b.number - a.number).slice(0, mostRelatives);
}

function recordsWithKey(db: Query, key: string, besides: number): Promise<Omit<Relative, "shares">[]> {
  return db
    .selectFrom("record_keys")
    .innerJoin("record_events as birth", "birth.id", "record_keys.number")
    .select(["record_keys.number", "birth.record_table as table", "birth.record_id as recordId"])
    .where("record_keys.key", "=", key)
    .where("record_keys.number", "<>", besides)
    .orderBy("record_keys.number", "desc")
    .limit(mostRelatives)
    .execute();
}

/** The newest records of an e-mail address. */
export async function recordsOfAddress(db: Query, address: string, atMost: number): Promise<FoundRecord[]> {
  const births = await db
    .selectFrom("record_keys")
    .innerJoin("record_events as birth", "birth.id", "record_keys.number")
    .select("birth.reference")
    .where("record_keys.key", "=", `email ${address.toLowerCase()}`)
    .orderBy("record_keys.number", "desc")
    .limit(atMost)
    .execute();
  const records = await Promise.all(births.map(({ reference }) => recordByReference(db, reference ?? "")));
  return records.filter((found) => found !== null);
}

/** Later, the same wish is a new one. */
const sameWishMs = 30 * dayMs;

/** Adds to each record what it repeats; null if its person has sent no other. */
export async function withRepeats(
  db: Query,
  submission: Submission,
  records: readonly StoredRecord[],
): Promise<StoredRecord[]> {
  const numbers = await numbersOfPersons(db, submission, records);
  const ofPersons = new Set([...numbers.values()].flatMap((each) => [...each]));
  const wishes = await wishesOf(db, submission, records, ofPersons);
  return records.map((record) => {
    const same = numbers.get(record.number);
    const repeats =
      same === undefined || same.size < 2
        ? null
        : {
            count: Math.min(same.size, repeatsCountedTo),
            duplicate_of: originalOf(submission, record, wishes, same),
          };
    return { ...record, repeats } satisfies StoredRecord & { readonly repeats: Repeats | null };
  });
}

/** By number: those of the newest records of any form that have the same e-mail address or phone number. */
async function numbersOfPersons(
  db: Query,
  submission: Submission,
  records: readonly StoredRecord[],
): Promise<Map<number, Set<number>>> {
  const found = new Map<number, Set<number>>();
  if (records.length === 0) return found;
  const names = [...namesOfKind(submission, "email"), ...namesOfKind(submission, "phone")];
  const isContact = sql.join(
    names.map((name) => sql`own.key like ${`${name} %`}`),
    sql` or `,
  );
  const { rows } = await sql<{ number: number; numbers: string }>`
    select own.number as number, (
      select string_agg(cast(same.number as text), ',') from (
        select number from record_keys where key = own.key order by number desc limit ${repeatsCountedTo}
      ) as same
    ) as numbers
    from record_keys as own
    where own.number in (${sql.join(records.map(({ number }) => number))}) and (${isContact})`.execute(db);
  for (const { number, numbers } of rows)
    found.set(number, new Set([...(found.get(number) ?? [number]), ...numbers.split(",").map(Number)]));
  return found;
}

interface Wish {
  readonly reference: string;
  readonly number: number;
  readonly at: number;
  readonly text: string;
}

/** Oldest first; those that were merged into another record, or are older than all that count, are left out. */
async function wishesOf(
  db: Query,
  submission: Submission,
  records: readonly StoredRecord[],
  numbers: ReadonlySet<number>,
): Promise<Wish[]> {
  if (numbers.size === 0) return [];
  const oldest = Math.min(...records.map(sameWishSince));
  const summary = submission.summaryFields.map((name) =>
    sql<string | number | null>`${sql.ref(name)}`.as(name),
  );
  // Other columns are left out: carrying them over took a quarter of a list's time.
  const rows = await forEveryForm(db)
    .selectFrom(submission.table)
    .select(["number", "ref_number", "created_at"])
    .select(summary)
    .where("number", "in", [...numbers])
    .where("duplicate_of", "is", null)
    .where("created_at", ">=", new Date(oldest).toISOString())
    .orderBy("number")
    .execute();
  return rows.map(({ number, ref_number: reference, created_at: createdAt, ...values }) => ({
    reference,
    number,
    at: Date.parse(createdAt),
    text: wishText(submission, values),
  }));
}

const sameWishSince = ({ created_at: createdAt }: StoredRecord) => Date.parse(createdAt) - sameWishMs;

function originalOf(
  submission: Submission,
  record: StoredRecord,
  wishes: readonly Wish[],
  same: ReadonlySet<number>,
): string | null {
  if (record.duplicate_of !== null) return null;
  const text = wishText(submission, record);
  const since = sameWishSince(record);
  const original = wishes.find(
    (wish) => wish.number < record.number && wish.at >= since && wish.text === text && same.has(wish.number),
  );
  return original?.reference ?? null;
}

/** The machine and the part, or the subject. */
function wishText(submission: Submission, record: RawValues): string {
  return summaryOf(submission, record).toLowerCase();
}
