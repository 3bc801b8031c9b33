import { sql } from "kysely";

import { dayMs } from "#domain/durations.ts";
import { type Repeats, repeatsCountedTo } from "#domain/record-columns.ts";
import { namesOfKind, summaryOf } from "#domain/submission-values.ts";
import type { Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import { forEveryForm, type StoredRecord } from "./record-table.ts";

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
  // Without the other columns: a quarter of a list's time went into carrying them over.
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
function wishText(submission: Submission, record: Readonly<Record<string, unknown>>): string {
  return summaryOf(submission, record).toLowerCase();
}
