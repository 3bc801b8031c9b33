import { randomBytes } from "node:crypto";

import { firstPasswordDays } from "#domain/accounts.ts";

const lifetimeMs = firstPasswordDays * 24 * 60 * 60_000;

export interface FirstPassword {
  readonly password: string;
  readonly endsAt: string;
}

/** A password of 96 random bits to hand over: shown once, and good for a week until its owner chooses another. */
export function makeFirstPassword(now: Date): FirstPassword {
  const endsAt = new Date(now.getTime() + lifetimeMs).toISOString();
  return { password: randomBytes(12).toString("base64url"), endsAt };
}
