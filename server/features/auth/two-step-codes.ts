import { randomInt } from "node:crypto";

import { Secret, TOTP } from "otpauth";

import type { AuthenticatorKey } from "#domain/accounts.ts";
import { dayMs } from "#domain/durations.ts";
import { firm } from "#domain/firm.ts";
import { unmistakableText } from "#domain/reference-number.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import type { Limit } from "#server/services/limits/limits.ts";

const codesPerDay = 20;

/** Limits the codes that a user enters while signed in: somebody at an open browser must not try them all. */
export function codesLimit(keys: Keys, userId: string): Limit {
  return { name: keys.hash("limit", `codes to confirm ${userId}`), most: codesPerDay, windowMs: dayMs };
}

/** How far a phone's clock may be off, and how long a code may take to arrive after it has left the screen. */
const toleranceMs = 10_000;

/** RFC 6238 with SHA-1, 6 digits and 30 seconds: what every authenticator app supports. */
function totpOf(secret: Buffer, label = ""): TOTP {
  return new TOTP({ issuer: firm.trading_name, label, secret: Secret.fromHex(secret.toString("hex")) });
}

export function authenticatorKey(secret: Buffer, account: string): AuthenticatorKey {
  const totp = totpOf(secret, account);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** Returns the code's time step, or null. A code is valid for its 30 seconds (ASVS 5.0, 6.5.5) plus tolerance. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  // The library throws on six characters of more than six bytes.
  if (!/^\d{6}$/.test(code)) return null;
  const totp = totpOf(secret);
  const time = now.getTime();
  const times = [time, time - toleranceMs, time + toleranceMs];
  const match = times.find((timestamp) => totp.validate({ token: code, timestamp, window: 0 }) !== null);
  return match === undefined ? null : totp.counter({ timestamp: match });
}

const codeCount = 10;
/** 116 bits with this alphabet: no guessing finds one, not even with the hashes and their key (ASVS 5.0, 6.5.2). */
const codeLength = 24;
const groupLength = 4;

/** Replaces the user's recovery codes and returns the new ones. Only their keyed hashes are stored. */
export async function makeRecoveryCodes(tx: Query, keys: Keys, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => unmistakableText(codeLength, randomInt));
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

/** Uses a code up. Returns false if it is not one of the user's. */
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
