import { kindOf } from "#domain/field.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import type { StoredRecord } from "./record-table.ts";

type Values = Readonly<Record<string, unknown>>;

/** The keys that tie a record to others of the same person and the same machine: "phone 0215550100". */
export function keysOf(submission: Submission, values: Values): string[] {
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
