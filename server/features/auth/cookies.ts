import type { FastifyReply, FastifyRequest } from "fastify";

import { deviceLifetimeMs } from "./known-devices.ts";
import { absoluteLifetimeMs, accessLifetimeMs, type TokenPair } from "./sessions.ts";

/** The prefixes make browsers insist on Secure, and on our own host; they hold on localhost too. */
const names = {
  access: "__Host-quadkea_access",
  refresh: "__Secure-quadkea_refresh",
  device: "__Host-quadkea_device",
} as const;

const common = { httpOnly: true, secure: true, sameSite: "strict" } as const;
const everywhere = { ...common, path: "/" } as const;
/** The refresh token travels only to the calls that use it. */
const authCallsOnly = { ...common, path: "/functions/v1/" } as const;

export interface AuthCookies {
  readonly access: string | undefined;
  readonly refresh: string | undefined;
  readonly device: string | undefined;
}

export function authCookies(request: FastifyRequest): AuthCookies {
  const { cookies } = request;
  return { access: cookies[names.access], refresh: cookies[names.refresh], device: cookies[names.device] };
}

export function setTokens(reply: FastifyReply, tokens: TokenPair): void {
  reply.setCookie(names.access, tokens.access, { ...everywhere, maxAge: accessLifetimeMs / 1000 });
  reply.setCookie(names.refresh, tokens.refresh, { ...authCallsOnly, maxAge: absoluteLifetimeMs / 1000 });
}

/** Remembers that this browser has signed in, for the login limits. */
export function setDevice(reply: FastifyReply, deviceToken: string): void {
  reply.setCookie(names.device, deviceToken, { ...everywhere, maxAge: deviceLifetimeMs / 1000 });
}

export function clearTokens(reply: FastifyReply): void {
  reply.clearCookie(names.access, everywhere);
  reply.clearCookie(names.refresh, authCallsOnly);
}
