import type { AuditFacts } from "#domain/audit.ts";
import { dayMs, hourMs, minuteMs } from "#domain/durations.ts";
import type { Limits } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { countAgainst, type Limit, secondsToWait } from "#server/services/limits/limits.ts";

import { type AuthCookies, deviceLifetimeMs, makeToken, readToken } from "./tokens.ts";
import { normalizeEmail } from "./users.ts";

export interface LoginContext extends AuditContext {
  readonly limits: Pick<Limits, "loginFailures">;
}

export interface LoginRequest {
  readonly email: string;
  readonly password: string;
  readonly code: string | undefined;
  readonly clientAddress: string;
  readonly browser: string;
  /** Of a browser that has signed in before, or is signed in still. */
  readonly cookies: AuthCookies;
}

/** The limits for one sign-in. Each browser that has signed in to the account before is counted separately. */
export interface LoginLimits {
  readonly isKnownDevice: boolean;
  readonly ofAccount: Limit;
  /** There are only a million codes: someone who has the password must not try them all. */
  readonly ofCodes: Limit;
  /** Null for a known device: failures of others at the same address must not lock it out. */
  readonly ofAddress: Limit | null;
}

const windowMs = 15 * minuteMs;
const codesPerDay = 20;
const failuresPerAddress = 100;

export function loginLimits(
  context: LoginContext,
  { email, cookies, clientAddress }: LoginRequest,
  user: UserRow | undefined,
): LoginLimits {
  const account = normalizeEmail(email);
  const device = knownDevice(context, cookies.device, user);
  const group = device === null ? "unknown browsers" : `device ${device}`;
  const name = (text: string) => context.keys.hash("limit", text);
  const ofAddress = { name: name(`login from ${clientAddress}`), most: failuresPerAddress, windowMs };
  return {
    isKnownDevice: device !== null,
    ofAccount: { name: name(`login ${account} by ${group}`), most: context.limits.loginFailures, windowMs },
    ofCodes: { name: name(`codes ${account} by ${group}`), most: codesPerDay, windowMs: dayMs },
    ofAddress: device === null ? ofAddress : null,
  };
}

/** Returns the seconds to wait before this sign-in may be tried, or null. Counts nothing. */
export async function secondsToWaitBefore(
  db: Query,
  { ofAddress, ofAccount }: LoginLimits,
  now: Date,
): Promise<number | null> {
  const wait = ofAddress === null ? null : await secondsToWait(db, ofAddress, now);
  return wait ?? secondsToWait(db, ofAccount, now);
}

/** Adds to the audit list that this user's sign-ins have to wait: once per window, so guessing can't fill it. */
export async function recordLimited(
  context: LoginContext,
  { ofAccount }: LoginLimits,
  user: UserRow | undefined,
): Promise<void> {
  if (user === undefined) return;
  const recorded = { name: `${ofAccount.name} recorded`, most: 1, windowMs };
  if ((await secondsToWait(context.database.reader, recorded, context.now())) !== null) return;
  await context.database.write(async (tx) => {
    if ((await countAgainst(tx, recorded, context.now())) !== null) return;
    await recordAudit(tx, context, { event: "sign-in-limited", actor: "somebody", subject: user.id });
  });
}

export type RefusalReason = AuditFacts["reason"];

const unknownPerHour = 20;

/**
 * Adds a refused sign-in to the audit list. Unknown e-mail addresses are not stored, and add only a few entries an
 * hour: guessing must not fill the list.
 */
export async function recordRefusal(
  tx: Query,
  context: AuditContext,
  userId: string | undefined,
  reason: RefusalReason,
): Promise<void> {
  const actor = "somebody";
  if (userId !== undefined) {
    await recordAudit(tx, context, { event: "sign-in-refused", actor, subject: userId, reason });
    return;
  }
  const name = context.keys.hash("limit", "audit of unknown accounts");
  const limit = { name, most: unknownPerHour, windowMs: hourMs };
  // Read first: on PostgreSQL, counting makes all these sign-ins wait for one another at one row.
  if ((await secondsToWait(tx, limit, context.now())) !== null) return;
  const wait = await countAgainst(tx, limit, context.now());
  if (wait === null) await recordAudit(tx, context, { event: "sign-in-unknown", actor });
}

type DeviceContext = Pick<AuditContext, "keys" | "now">;
type Account = Pick<UserRow, "id" | "password_hash">;

export function makeDeviceToken({ keys, now }: DeviceContext, account: Account): string {
  return makeToken(keys, "device", { subject: deviceSubject(keys, account), number: now().getTime() });
}

/** Whether this server made the token, for whichever account. */
export function isDeviceToken({ keys }: DeviceContext, token: string | undefined): boolean {
  return readToken(keys, "device", token) !== null;
}

/** Returns the browser's number, or null. A token is valid for one account that is not disabled, until its password changes. */
function knownDevice(
  { keys, now }: DeviceContext,
  token: string | undefined,
  account: Pick<UserRow, keyof Account | "disabled_at"> | undefined,
): number | null {
  const device = readToken(keys, "device", token);
  const subject = deviceSubject(keys, account ?? { id: "", password_hash: "" });
  if (device === null || account === undefined || device.subject !== subject) return null;
  if (account.disabled_at !== null) return null;
  return Math.abs(now().getTime() - device.number) < deviceLifetimeMs ? device.number : null;
}

function deviceSubject(keys: DeviceContext["keys"], { id, password_hash: hash }: Account): string {
  return keys.hash("device", `${id} ${hash}`);
}
