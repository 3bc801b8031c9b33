import { randomInt } from "node:crypto";

import type { Query } from "#server/platform/database/database.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

const codeCount = 10;
/** 116 bits with this alphabet: no guessing finds one, not even with the hashes and their key (ASVS 5.0, 6.5.2). */
const codeLength = 24;
const groupLength = 4;
/** Signs that cannot be mistaken for one another. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWYZ";

/** Makes a user's recovery codes; the former ones are useless then. Only their keyed hashes are kept. */
export async function makeRecoveryCodes(tx: Query, keys: Keys, userId: string): Promise<string[]> {
  const sign = () => alphabet.charAt(randomInt(alphabet.length));
  const code = () => Array.from({ length: codeLength }, sign).join("");
  const codes = Array.from({ length: codeCount }, code);
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const rows = codes.map((each) => ({ user_id: userId, code: hashOf(keys, userId, each) }));
  await tx.insertInto("recovery_codes").values(rows).execute();
  const groups = new RegExp(`.{${groupLength}}(?=.)`, "g");
  return codes.map((each) => each.replaceAll(groups, "$&-"));
}

export async function countRecoveryCodes(db: Query, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("recovery_codes")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Uses a code up; false where it is none of the user's. */
export async function useRecoveryCode(tx: Query, keys: Keys, userId: string, code: string): Promise<boolean> {
  const used = await tx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code", "=", hashOf(keys, userId, code))
    .returning("code")
    .execute();
  return used.length > 0;
}

function hashOf(keys: Keys, userId: string, code: string): string {
  return keys.hash("recovery code", `${userId} ${code}`);
}
