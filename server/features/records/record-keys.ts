import { fieldEntries, type Submission } from "#domain/submission.ts";
import type { Query } from "#server/platform/database/database.ts";

import { phoneDigits } from "./search-words.ts";

type Values = Readonly<Record<string, unknown>>;

/** What two records can have in common. */
export const sharedTraits = ["email", "phone", "vin"] as const;
export type SharedTrait = (typeof sharedTraits)[number];

/** Shorter ones ("1", "n/a") say nothing. */
const shortest: Readonly<Record<SharedTrait, number>> = { email: 3, phone: 7, vin: 5 };

const spelling: Readonly<Record<SharedTrait, (text: string) => string>> = {
  email: (text) => text.toLowerCase(),
  phone: phoneDigits,
  vin: (text) => text.replaceAll(/[^\p{L}\p{N}]/gu, "").toUpperCase(),
};

/** The keys by which a record is tied to others of the same person and the same machine: "phone 0215550100". */
export function keysOf(submission: Submission, values: Values): string[] {
  return fieldEntries(submission).flatMap(([name]) => {
    const trait = sharedTraits.find((candidate) => candidate === name);
    const value = values[name];
    if (trait === undefined || typeof value !== "string") return [];
    const spelled = spelling[trait](value);
    return spelled.length < shortest[trait] ? [] : [`${trait} ${spelled}`];
  });
}

/** Gives a record the keys of what it says now, in place of its former ones. */
export async function replaceKeys(tx: Query, submission: Submission, record: Values): Promise<void> {
  const number = Number(record["number"]);
  const keys = keysOf(submission, record).map((key) => ({ key, number }));
  await tx.deleteFrom("record_keys").where("number", "=", number).execute();
  if (keys.length > 0) await tx.insertInto("record_keys").values(keys).execute();
}

/** A record that shares something with another one. */
export interface Relative {
  readonly number: number;
  readonly table: string;
  readonly recordId: string;
  readonly shares: readonly SharedTrait[];
}

const mostRelatives = 20;

/** The newest other records that share a key with the record of that number. */
export async function relativesOf(db: Query, number: number): Promise<Relative[]> {
  const ownKeys = db.selectFrom("record_keys").select("key").where("number", "=", number).orderBy("key");
  const relatives = new Map<number, Relative>();
  for (const { key } of await ownKeys.execute()) {
    const trait = sharedTraits.find((candidate) => key.startsWith(`${candidate} `));
    if (trait === undefined) continue;
    for (const other of await recordsWithKey(db, key, number)) {
      const shares = [...(relatives.get(other.number)?.shares ?? []), trait];
      relatives.set(other.number, { ...other, shares });
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
