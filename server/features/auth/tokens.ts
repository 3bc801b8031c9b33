import { timingSafeEqual } from "node:crypto";

import type { Keys } from "#server/platform/secrets/keyed-hash.ts";

/** What a token is for. The purpose is part of its seal, so one never passes as the other. */
export type TokenPurpose = "access" | "refresh" | "device";

/** A token is `subject.number.seal`; nothing in it is secret but the seal. */
export interface Token {
  readonly subject: string;
  readonly number: number;
}

export function makeToken(keys: Keys, purpose: TokenPurpose, { subject, number }: Token): string {
  return `${subject}.${number}.${sealOf(keys, purpose, subject, number)}`;
}

/** Reads a token that we made for this purpose; anything else gives null. */
export function readToken(keys: Keys, purpose: TokenPurpose, text: string | undefined): Token | null {
  const [subject = "", digits = "", seal = "", ...rest] = (text ?? "").split(".");
  if (rest.length > 0 || !/^\d{1,15}$/.test(digits)) return null;
  const number = Number(digits);
  const expected = Buffer.from(sealOf(keys, purpose, subject, number));
  const given = Buffer.from(seal);
  if (String(number) !== digits || given.length !== expected.length) return null;
  return timingSafeEqual(given, expected) ? { subject, number } : null;
}

function sealOf(keys: Keys, purpose: TokenPurpose, subject: string, number: number): string {
  return keys.hash(`${purpose} token`, `${subject}.${number}`);
}
