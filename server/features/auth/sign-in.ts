import type { FastifyReply, FastifyRequest } from "fastify";

import { deskMessages } from "#domain/desk-wire.ts";
import { dayMs, hourMs, minuteMs } from "#domain/durations.ts";
import { messages } from "#domain/messages.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { Limits } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { hashingLanes, HashingQueueFull, verifyPassword } from "#server/platform/passwords/passwords.ts";
import { isSameText } from "#server/platform/secrets/keyed-hash.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { clearLimit, countAgainst, type Limit, secondsToWait } from "#server/services/limits/limits.ts";

import { mustChange } from "./permissions.ts";
import { cookieOptions, openSession, signOut } from "./sessions.ts";
import { passSecondStep, type SecondStep } from "./two-step.ts";
import { normalizeEmail, userByEmail, userById } from "./users.ts";

export interface SignInContext extends AuditContext {
  readonly limits: Limits;
}

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  readonly code: string | undefined;
  readonly clientAddress: string;
  /** The browser's name in words. */
  readonly browser: string;
  /** The token of the session that the new one replaces; may be empty. */
  readonly token: string;
  readonly device: string | undefined;
}

interface SignInRefusal extends Refusal {
  readonly kind: "code-required" | "refused" | "limited";
}

type NewSession = { readonly token: string; readonly device: string; readonly mustChange: boolean };
type SignInOutcome = Outcome<NewSession, SignInRefusal>;

function waitFor(retryAfterSeconds: number): SignInOutcome {
  return {
    refusal: { kind: "limited", status: 429, message: messages.tooManySignIns, retryAfterSeconds },
  };
}

/**
 * Checks e-mail, password and a code if needed. Failures count per account and per address; browsers that have signed
 * in before count separately and have their own hashing lane, so guesses never lock the user out (design.md 8.13).
 */
export async function signIn(context: SignInContext, request: SignInRequest): Promise<SignInOutcome> {
  const device = knownDevice(context, request.device);
  const lane = device === null ? hashingLanes.visitors : hashingLanes.staff;
  try {
    // Strangers queue before anything is read: a flood of them leaves the database alone.
    return await lane.run(() => check(context, request, device));
  } catch (error) {
    if (!(error instanceof HashingQueueFull)) throw error;
    return waitFor(error.retryAfterSeconds);
  }
}

interface Attempt {
  readonly request: SignInRequest;
  readonly user: UserRow | undefined;
  readonly limits: SignInLimits;
}

async function check(
  context: SignInContext,
  request: SignInRequest,
  device: Device | null,
): Promise<SignInOutcome> {
  const { database, now } = context;
  const user = await userByEmail(database.reader, request.email);
  const limits = limitsFor(context, request, device?.userId === user?.id ? device : null);
  const attempt = { request, user, limits };
  // Counted before checking, so that parallel guesses reach the limit.
  const wait =
    (limits.ofAddress && (await secondsToWait(database.reader, limits.ofAddress, now()))) ??
    (await database.write((tx) => countAgainst(tx, limits.ofAccount, now())));
  if (wait !== null) return limited(context, attempt, wait);
  // Takes the same time whether or not the user exists.
  const hash = user?.disabled_at === null ? user.password_hash : null;
  const isRight = await verifyPassword(request.password, hash);
  return database.write((tx) =>
    user !== undefined && isRight ? secondStep(tx, context, attempt, user) : refuse(tx, context, attempt),
  );
}

async function secondStep(
  tx: Query,
  context: SignInContext,
  attempt: Attempt,
  user: UserRow,
): Promise<SignInOutcome> {
  await context.database.lock(tx, `user ${user.id}`);
  const current = await userById(tx, user.id);
  // The password may have been changed, or the user disabled, while this one was checked.
  if (current?.password_hash !== user.password_hash || current.disabled_at !== null)
    return refuse(tx, context, attempt);
  const { password_ends_at: endsAt, email } = current;
  if (endsAt !== null && endsAt <= context.now().toISOString()) {
    await clearLimit(tx, attempt.limits.ofAccount.name); // The password was right.
    return refuse(tx, context, attempt, "the first password has expired", ended(email));
  }
  const { code } = attempt.request;
  const wait = code === undefined ? null : await countAgainst(tx, attempt.limits.ofCodes, context.now());
  if (wait !== null) return waitFor(wait);
  const step = await passSecondStep(tx, context, user.id, code);
  if ("ok" in step) return letIn(tx, context, attempt, current, step.ok);
  const asks = { kind: "code-required", status: 401 } as const;
  if (step.refusal === "missing") return { refusal: { ...asks, message: deskMessages.codeRequired } };
  await refuse(tx, context, attempt, "wrong code");
  return { refusal: { ...asks, message: deskMessages.codeRefused } };
}

const ended = (email: string) =>
  `This password was valid for a week. The person who runs the server can set a new one: npm run admin -- password ${email}`;

async function letIn(
  tx: Query,
  context: SignInContext,
  { request, limits }: Attempt,
  user: UserRow,
  { event, ...left }: SecondStep,
): Promise<SignInOutcome> {
  const { browser } = request;
  const { id: userId } = user;
  await clearLimit(tx, limits.ofAccount.name);
  await clearLimit(tx, limits.ofCodes.name);
  const former = await signOut(tx, context, request.token);
  const token = await openSession(tx, context, { userId, browser });
  if (former !== null) await recordAudit(tx, context, { event: "signed-out", actor: former });
  await recordAudit(tx, context, { event, actor: userId, details: { browser, ...left } });
  return { ok: { token, device: makeDevice(context, userId), mustChange: mustChange(user) } };
}

async function refuse(
  tx: Query,
  context: SignInContext,
  { user, limits }: Attempt,
  reason = typeof user?.disabled_at === "string" ? "account disabled" : "wrong password",
  message: string = messages.loginRefused,
): Promise<SignInOutcome> {
  if (limits.ofAddress !== null) await countAgainst(tx, limits.ofAddress, context.now());
  await recordRefusal(tx, context, user?.id, reason);
  return { refusal: { kind: "refused", status: 401, message } };
}

const unknownPerHour = 20;

/** Unknown e-mail addresses are not stored and add only a few entries an hour: guessing must not fill the list. */
async function recordRefusal(
  tx: Query,
  context: SignInContext,
  subject: string | undefined,
  reason: string,
): Promise<void> {
  const actor = "somebody";
  if (subject !== undefined)
    return recordAudit(tx, context, { event: "sign-in-refused", actor, subject, details: { reason } });
  const name = context.keys.hash("limit", "audit of unknown accounts");
  const limit = { name, most: unknownPerHour, windowMs: hourMs };
  // Read first: on PostgreSQL, counting makes all these sign-ins wait for one another at one row.
  if ((await secondsToWait(tx, limit, context.now())) !== null) return;
  if ((await countAgainst(tx, limit, context.now())) === null)
    await recordAudit(tx, context, { event: "sign-in-unknown", actor });
}

/** Adds to the audit list that this user's sign-ins have to wait: once per window. */
async function limited(
  context: SignInContext,
  { user, limits: { ofAccount } }: Attempt,
  retryAfterSeconds: number,
): Promise<SignInOutcome> {
  const recorded = { ...ofAccount, name: `${ofAccount.name} recorded`, most: 1 };
  if (user !== undefined && (await secondsToWait(context.database.reader, recorded, context.now())) === null)
    await context.database.write(async (tx) => {
      if ((await countAgainst(tx, recorded, context.now())) !== null) return;
      await recordAudit(tx, context, { event: "sign-in-limited", actor: "somebody", subject: user.id });
    });
  return waitFor(retryAfterSeconds);
}

interface SignInLimits {
  readonly ofAccount: Limit;
  /** There are only a million codes: someone who has the password must not try them all. */
  readonly ofCodes: Limit;
  /** Unset for known devices: failures of others at the same address must not lock them out. */
  readonly ofAddress: Limit | null;
}

const windowMs = 15 * minuteMs;

function limitsFor(
  { keys, limits }: SignInContext,
  { email, clientAddress }: SignInRequest,
  device: Device | null,
): SignInLimits {
  const who = `${normalizeEmail(email)} by ${device === null ? "unknown browsers" : `device ${device.number}`}`;
  const name = (text: string) => keys.hash("limit", text);
  const ofAddress = { name: name(`login from ${clientAddress}`), most: 100, windowMs };
  return {
    ofAccount: { name: name(`login ${who}`), most: limits.loginFailures, windowMs },
    ofCodes: { name: name(`codes ${who}`), most: 20, windowMs: dayMs },
    ofAddress: device === null ? ofAddress : null,
  };
}

/** How long a browser stays known after its last sign-in. */
const deviceMs = 180 * dayMs;
const deviceCookie = "__Host-quadkea_device";

/** A browser that this user has signed in with before. Its cookie is `user.number.seal`; `number` is the moment in ms. */
interface Device {
  readonly userId: string;
  readonly number: number;
}

export function deviceIn({ cookies }: FastifyRequest): string | undefined {
  return cookies[deviceCookie];
}

export function setDevice(reply: FastifyReply, device: string): void {
  reply.setCookie(deviceCookie, device, { ...cookieOptions, maxAge: deviceMs / 1000 });
}

function makeDevice({ keys, now }: AuditContext, userId: string): string {
  const text = `${userId}.${now().getTime()}`;
  return `${text}.${keys.hash("device", text)}`;
}

function knownDevice({ keys, now }: AuditContext, cookie = ""): Device | null {
  const [userId = "", digits = "", seal = ""] = cookie.split(".");
  if (!isSameText(seal, keys.hash("device", `${userId}.${digits}`))) return null;
  const number = Number(digits);
  return now().getTime() - number < deviceMs ? { userId, number } : null;
}
