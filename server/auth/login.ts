import { messages } from "#domain/messages.ts";

import { clearLimit, countAgainst, type Limit, secondsToWait } from "../limits/limits.ts";
import { HashingQueueFull, passwordMaxLength, verifyPassword } from "./passwords.ts";
import { openSession, type SessionContext, type TokenPair } from "./sessions.ts";
import { makeToken, readToken } from "./tokens.ts";
import { normalizeEmail, userByEmail } from "./users.ts";

export interface LoginContext extends SessionContext {
  /** Failures per account in fifteen minutes. */
  readonly loginFailures: number;
}

export interface LoginRequest {
  readonly email: string;
  readonly password: string;
  readonly clientAddress: string;
  /** The cookie of a browser that has signed in before. */
  readonly deviceToken: string | undefined;
}

export type LoginOutcome =
  | { kind: "signed-in"; tokens: TokenPair; deviceToken: string }
  | { kind: "refused"; message: string }
  | { kind: "limited"; retryAfterSeconds: number };

const windowMs = 15 * 60_000;
const failuresPerAddress = 100;
const queueFullRetrySeconds = 5;

/**
 * Checks e-mail and password. Failures count per account and per address; a browser that has signed
 * in to the account before is counted apart, so that strangers' guesses never lock its owner out
 * (design.md section 8.13).
 */
export async function logIn(context: LoginContext, request: LoginRequest): Promise<LoginOutcome> {
  const limits = loginLimits(context, request);
  const wait = await countTry(context, limits);
  if (wait !== null) return { kind: "limited", retryAfterSeconds: wait };
  const user = await userByEmail(context.database.reader, request.email);
  const usable = user?.disabled_at === null ? user : null;
  try {
    if (!(await passwordMatches(request.password, usable?.password_hash ?? null)) || usable === null) {
      return await refuse(context, limits);
    }
  } catch (error) {
    if (!(error instanceof HashingQueueFull)) throw error;
    return { kind: "limited", retryAfterSeconds: queueFullRetrySeconds };
  }
  await context.database.write((tx) => clearLimit(tx, limits.ofAccount.name));
  const tokens = await openSession(context, usable.id);
  const device = { subject: deviceSubject(context, request.email), number: context.now().getTime() };
  return { kind: "signed-in", tokens, deviceToken: makeToken(context.keys, "device", device) };
}

async function passwordMatches(password: string, hash: string | null): Promise<boolean> {
  return password.length <= passwordMaxLength && (await verifyPassword(password, hash));
}

interface LoginLimits {
  readonly ofAccount: Limit;
  readonly ofAddress: Limit;
}

function loginLimits(context: LoginContext, request: LoginRequest): LoginLimits {
  const { keys } = context;
  const account = normalizeEmail(request.email);
  const device = readToken(keys, "device", request.deviceToken);
  const isKnown = device?.subject === deviceSubject(context, account);
  const group = isKnown ? `device ${device.number}` : "strangers";
  return {
    ofAccount: {
      name: keys.hash("limit", `login ${account} by ${group}`),
      most: context.loginFailures,
      windowMs,
    },
    ofAddress: {
      name: keys.hash("limit", `login from ${request.clientAddress}`),
      most: failuresPerAddress,
      windowMs,
    },
  };
}

function deviceSubject(context: LoginContext, email: string): string {
  return context.keys.hash("device", normalizeEmail(email));
}

/** Counts before the password is checked, so that guesses sent in parallel find the limit as well. */
function countTry(context: LoginContext, limits: LoginLimits): Promise<number | null> {
  const now = context.now();
  return context.database.write(
    async (tx) =>
      (await secondsToWait(tx, limits.ofAddress, now)) ?? (await countAgainst(tx, limits.ofAccount, now)),
  );
}

async function refuse(context: LoginContext, limits: LoginLimits): Promise<LoginOutcome> {
  await context.database.write((tx) => countAgainst(tx, limits.ofAddress, context.now()));
  return { kind: "refused", message: messages.loginRefused };
}
