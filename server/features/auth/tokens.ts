import type { FastifyReply, FastifyRequest } from "fastify";

import { sessionEnds } from "#domain/accounts.ts";
import { dayMs, minuteMs } from "#domain/durations.ts";
import { isSameText, type Keys } from "#server/platform/secrets/keyed-hash.ts";

export const accessLifetimeMs = 10 * minuteMs;
export const absoluteLifetimeMs = sessionEnds.days * dayMs;
/** How long a browser stays known after its last sign-in. */
export const deviceLifetimeMs = 180 * dayMs;

/** The purpose is part of the seal, so a token made for one purpose never passes for another. */
export type TokenPurpose = "access" | "refresh" | "device";

/** A token is `subject.number.seal`; only the seal is secret. */
export interface Token {
  readonly subject: string;
  readonly number: number;
}

export function makeToken(keys: Keys, purpose: TokenPurpose, { subject, number }: Token): string {
  return `${subject}.${number}.${sealOf(keys, purpose, subject, number)}`;
}

/** Reads a token that this server made for this purpose. Returns null for anything else. */
export function readToken(keys: Keys, purpose: TokenPurpose, text: string | undefined): Token | null {
  const [subject = "", digits = "", seal = "", ...rest] = (text ?? "").split(".");
  if (rest.length > 0 || !/^\d{1,15}$/.test(digits)) return null;
  const number = Number(digits);
  if (String(number) !== digits) return null;
  return isSameText(seal, sealOf(keys, purpose, subject, number)) ? { subject, number } : null;
}

function sealOf(keys: Keys, purpose: TokenPurpose, subject: string, number: number): string {
  return keys.hash(`${purpose} token`, `${subject}.${number}`);
}

/** `access` expires after ten minutes; `refresh` is exchanged for the next pair. */
export interface TokenPair {
  readonly access: string;
  readonly refresh: string;
}

/** The prefixes make browsers insist on Secure and on our own host; they work on localhost too. */
const cookieNames = {
  access: "__Host-quadkea_access",
  refresh: "__Secure-quadkea_refresh",
  device: "__Host-quadkea_device",
} as const;

const common = { httpOnly: true, secure: true, sameSite: "strict" } as const;
const everywhere = { ...common, path: "/" } as const;
/** The refresh token is sent only with the requests that use it. */
const authRequestsOnly = { ...common, path: "/functions/v1/" } as const;

export type AuthCookies = Readonly<Record<TokenPurpose, string | undefined>>;

export function authCookies({ cookies }: FastifyRequest): AuthCookies {
  const { access, refresh, device } = cookieNames;
  return { access: cookies[access], refresh: cookies[refresh], device: cookies[device] };
}

export function setTokens(reply: FastifyReply, { access, refresh }: TokenPair): void {
  reply.setCookie(cookieNames.access, access, { ...everywhere, maxAge: accessLifetimeMs / 1000 });
  reply.setCookie(cookieNames.refresh, refresh, { ...authRequestsOnly, maxAge: absoluteLifetimeMs / 1000 });
}

/** Lets the login limits recognise this browser. */
export function setDevice(reply: FastifyReply, deviceToken: string): void {
  reply.setCookie(cookieNames.device, deviceToken, { ...everywhere, maxAge: deviceLifetimeMs / 1000 });
}

export function clearTokens(reply: FastifyReply): void {
  reply.clearCookie(cookieNames.access, everywhere);
  reply.clearCookie(cookieNames.refresh, authRequestsOnly);
}
