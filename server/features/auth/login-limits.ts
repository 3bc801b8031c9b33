import type { Query } from "#server/platform/database/database.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { recordAudit } from "#server/services/audit/audit-log.ts";
import { countAgainst, type Limit, secondsToWait } from "#server/services/limits/limits.ts";

import { knownDevice } from "./known-devices.ts";
import type { LoginContext, LoginRequest } from "./login.ts";
import { normalizeEmail } from "./users.ts";

/** What counts a sign-in: browsers that have signed in to the account before are counted one by one. */
export interface LoginLimits {
  readonly isKnownDevice: boolean;
  readonly ofAccount: Limit;
  /** Codes have a million values only: somebody who has the password must not try them all. */
  readonly ofCodes: Limit;
  /** Null for a known device: what strangers do at the same address must not keep it out. */
  readonly ofAddress: Limit | null;
}

const windowMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;
const codesPerDay = 20;
const failuresPerAddress = 100;

export function loginLimits(
  context: LoginContext,
  { email, deviceToken, clientAddress }: LoginRequest,
  user: UserRow | undefined,
): LoginLimits {
  const account = normalizeEmail(email);
  const device = knownDevice(context, deviceToken, user);
  const group = device === null ? "strangers" : `device ${device}`;
  const name = (words: string) => context.keys.hash("limit", words);
  const ofAddress = { name: name(`login from ${clientAddress}`), most: failuresPerAddress, windowMs };
  return {
    isKnownDevice: device !== null,
    ofAccount: { name: name(`login ${account} by ${group}`), most: context.loginFailures, windowMs },
    ofCodes: { name: name(`codes ${account} by ${group}`), most: codesPerDay, windowMs: dayMs },
    ofAddress: device === null ? ofAddress : null,
  };
}

/** The seconds to wait before this sign-in may be tried, or null. Counts nothing. */
export async function secondsToWaitBefore(
  db: Query,
  { ofAddress, ofAccount }: LoginLimits,
  now: Date,
): Promise<number | null> {
  const ofStrangers = ofAddress === null ? null : await secondsToWait(db, ofAddress, now);
  return ofStrangers ?? secondsToWait(db, ofAccount, now);
}

/** Notes in the audit list that sign-ins of this user have to wait: once in a window, so that guessing cannot fill it. */
export async function noteLimited(
  context: LoginContext,
  { ofAccount }: LoginLimits,
  user: UserRow | undefined,
): Promise<void> {
  if (user === undefined) return;
  const noted = { name: `${ofAccount.name} told`, most: 1, windowMs };
  if ((await secondsToWait(context.database.reader, noted, context.now())) !== null) return;
  await context.database.write(async (tx) => {
    if ((await countAgainst(tx, noted, context.now())) !== null) return;
    await recordAudit(tx, context, { event: "sign-in-limited", actor: "somebody", subject: user.id });
  });
}
