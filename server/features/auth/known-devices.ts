import type { UserRow } from "#server/platform/database/tables.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

import { makeToken, readToken } from "./tokens.ts";

interface DeviceContext {
  readonly keys: Keys;
  readonly now: () => Date;
}

type Account = Pick<UserRow, "id" | "password_hash">;

/** How long a browser stays known after its last sign-in. */
export const deviceLifetimeMs = 180 * 24 * 60 * 60_000;

/** The token by which a browser that has just signed in is known at its next sign-in. */
export function makeDeviceToken({ keys, now }: DeviceContext, account: Account): string {
  return makeToken(keys, "device", { subject: subjectOf(keys, account), number: now().getTime() });
}

/** Whether we sealed this token, for whichever account. */
export function isDeviceToken({ keys }: DeviceContext, token: string | undefined): boolean {
  return readToken(keys, "device", token) !== null;
}

/**
 * Returns the number of a browser that has signed in to this account, or null. A token counts for one
 * account and one password: changing the password makes every earlier token a stranger's.
 */
export function knownDevice(
  { keys, now }: DeviceContext,
  token: string | undefined,
  account: Account | undefined,
): number | null {
  const device = readToken(keys, "device", token);
  const subject = subjectOf(keys, account ?? { id: "", password_hash: "" });
  if (device === null || account === undefined || device.subject !== subject) return null;
  return Math.abs(now().getTime() - device.number) < deviceLifetimeMs ? device.number : null;
}

function subjectOf(keys: Keys, { id, password_hash: hash }: Account): string {
  return keys.hash("device", `${id} ${hash}`);
}
