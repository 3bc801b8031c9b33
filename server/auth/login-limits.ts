import { type AuditContext, recordEvent } from "../audit/audit-log.ts";
import type { Query } from "../database/database.ts";
import { countAgainst, type Limit, secondsToWait } from "../limits/limits.ts";
import type { Keys } from "../operations/keyed-hash.ts";
import type { LoginContext, LoginRequest } from "./login.ts";
import { readToken } from "./tokens.ts";
import { normalizeEmail } from "./users.ts";

export interface LoginLimits {
  readonly ofAccount: Limit;
  /** Codes have a million values only: whoever has the password must not try them all. */
  readonly ofCodes: Limit;
  readonly ofAddress: Limit;
}

const windowMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;
const codesPerDay = 20;
const failuresPerAddress = 100;

/** What counts this sign-in: strangers apart from browsers that have signed in to the account before. */
export function loginLimits(
  { keys, loginFailures }: LoginContext,
  { email, deviceToken, clientAddress }: LoginRequest,
): LoginLimits {
  const account = normalizeEmail(email);
  const device = readToken(keys, "device", deviceToken);
  const isKnown = device?.subject === deviceSubject(keys, account);
  const group = isKnown ? `device ${device.number}` : "strangers";
  const name = (words: string) => keys.hash("limit", words);
  return {
    ofAccount: { name: name(`login ${account} by ${group}`), most: loginFailures, windowMs },
    ofCodes: { name: name(`codes ${account} by ${group}`), most: codesPerDay, windowMs: dayMs },
    ofAddress: { name: name(`login from ${clientAddress}`), most: failuresPerAddress, windowMs },
  };
}

export function deviceSubject(keys: Keys, email: string): string {
  return keys.hash("device", normalizeEmail(email));
}

/** Counts before the password is checked, so that guesses sent in parallel find the limit as well. */
export async function countTry(
  tx: Query,
  context: AuditContext,
  { ofAccount, ofAddress }: LoginLimits,
  userId: string | undefined,
): Promise<number | null> {
  const now = context.now();
  const ofStrangers = await secondsToWait(tx, ofAddress, now);
  if (ofStrangers !== null) return ofStrangers;
  const wait = await countAgainst(tx, ofAccount, now);
  if (wait === null || userId === undefined) return wait;
  // Written down once in a window: whoever goes on guessing must not fill the list.
  const told = { name: `${ofAccount.name} told`, most: 1, windowMs };
  if ((await countAgainst(tx, told, now)) === null) {
    await recordEvent(tx, context, { event: "sign-in-limited", actor: "somebody", subject: userId });
  }
  return wait;
}
