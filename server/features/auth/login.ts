import type { AuditEvent } from "#domain/audit.ts";
import { deskMessages } from "#domain/desk-wire.ts";
import { messages } from "#domain/messages.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import {
  hashingLanes,
  HashingQueueFull,
  passwordMaxLength,
  verifyPassword,
} from "#server/platform/passwords/passwords.ts";
import { recordAudit } from "#server/services/audit/audit-log.ts";
import { clearLimit, countAgainst } from "#server/services/limits/limits.ts";

import {
  isDeviceToken,
  type LoginContext,
  type LoginLimits,
  loginLimits,
  type LoginRequest,
  makeDeviceToken,
  recordLimited,
  recordRefusal,
  type RefusalReason,
  secondsToWaitBefore,
} from "./login-limits.ts";
import { openSession, sessionsIn, signOut } from "./sessions.ts";
import type { TokenPair } from "./tokens.ts";
import { passSecondStep, type SecondStep } from "./two-step.ts";
import { hasFirstPassword, isFirstPasswordExpired, userByEmail, userById } from "./users.ts";

export type LoginOutcome =
  | { kind: "signed-in"; tokens: TokenPair; deviceToken: string; hasFirstPassword: boolean }
  | { kind: "code-required"; message: string }
  | { kind: "refused"; message: string }
  | { kind: "limited"; retryAfterSeconds: number };

/**
 * Checks e-mail, password and a code if needed. Failures count per account and per address; known browsers count
 * separately and have their own hashing lane, so guesses never lock the user out (design.md section 8.13).
 */
export async function logIn(context: LoginContext, request: LoginRequest): Promise<LoginOutcome> {
  const { visitors, staff } = hashingLanes;
  try {
    if (!isDeviceToken(context, request.cookies.device)) {
      // Unknown browsers queue before anything is read, so that a flood of them leaves the database alone.
      return await visitors.run(async () => {
        const check = await prepare(context, request);
        return "kind" in check ? check : countAndCheck(context, check);
      });
    }
    const check = await prepare(context, request);
    if ("kind" in check) return check;
    const lane = check.limits.isKnownDevice ? staff : visitors;
    return await lane.run(() => countAndCheck(context, check));
  } catch (error) {
    if (!(error instanceof HashingQueueFull)) throw error;
    return { kind: "limited", retryAfterSeconds: error.retryAfterSeconds };
  }
}

interface Check {
  readonly user: UserRow | undefined;
  readonly request: LoginRequest;
  readonly limits: LoginLimits;
}

async function prepare(context: LoginContext, request: LoginRequest): Promise<Check | LoginOutcome> {
  const { reader } = context.database;
  const user = await userByEmail(reader, request.email);
  const limits = loginLimits(context, request, user);
  const wait = await secondsToWaitBefore(reader, limits, context.now());
  return wait === null ? { user, request, limits } : limited(context, limits, user, wait);
}

/** Counts before checking, so that parallel guesses reach the limit, but after queueing: a full queue is no failure. */
async function countAndCheck(context: LoginContext, { user, request, limits }: Check): Promise<LoginOutcome> {
  const { database, now } = context;
  const wait = await database.write((tx) => countAgainst(tx, limits.ofAccount, now()));
  if (wait !== null) return limited(context, limits, user, wait);
  const reason = await whyRefused(context, { user, request });
  return database.write((tx) =>
    user === undefined || reason !== null
      ? refuse(tx, context, limits, { user, reason: reason ?? "wrong password" })
      : secondStep(tx, context, limits, { user, request }),
  );
}

async function limited(
  context: LoginContext,
  limits: LoginLimits,
  user: UserRow | undefined,
  retryAfterSeconds: number,
): Promise<LoginOutcome> {
  await recordLimited(context, limits, user);
  return { kind: "limited", retryAfterSeconds };
}

/** Takes the same time whether or not the user exists. */
async function whyRefused(
  context: LoginContext,
  { user, request: { password } }: Omit<Check, "limits">,
): Promise<RefusalReason | null> {
  const isDisabled = user !== undefined && user.disabled_at !== null;
  const hash = isDisabled ? null : (user?.password_hash ?? null);
  const matches = password.length <= passwordMaxLength && (await verifyPassword(password, hash));
  if (isDisabled) return "account disabled";
  if (!matches) return "wrong password";
  return user !== undefined && isFirstPasswordExpired(user, context.now()) ? "first password expired" : null;
}

interface Attempt {
  readonly user: UserRow;
  readonly request: LoginRequest;
}

async function secondStep(
  tx: Query,
  context: LoginContext,
  limits: LoginLimits,
  attempt: Attempt,
): Promise<LoginOutcome> {
  const { user, request } = attempt;
  await context.database.lock(tx, `user ${user.id}`);
  const current = await userById(tx, user.id);
  if (current?.password_hash !== user.password_hash || current.disabled_at !== null) {
    return refuse(tx, context, limits, { user, reason: "wrong password" });
  }
  if (request.code !== undefined) {
    const wait = await countAgainst(tx, limits.ofCodes, context.now());
    if (wait !== null) return { kind: "limited", retryAfterSeconds: wait };
  }
  const step = await passSecondStep(tx, context, user.id, request.code);
  if (step.kind === "missing") return { kind: "code-required", message: deskMessages.codeRequired };
  if (step.kind !== "wrong") return signIn(tx, context, limits, { ...attempt, step });
  await refuse(tx, context, limits, { user, reason: "wrong code" });
  return { kind: "code-required", message: deskMessages.codeRefused };
}

async function signIn(
  tx: Query,
  context: LoginContext,
  limits: LoginLimits,
  { user, request, step }: Attempt & { step: SecondStep },
): Promise<LoginOutcome> {
  const { browser, cookies } = request;
  await clearLimit(tx, limits.ofAccount.name);
  await clearLimit(tx, limits.ofCodes.name);
  const signedOut = await signOut(tx, sessionsIn(context.keys, cookies), context.now());
  const tokens = await openSession(tx, context, { userId: user.id, browser });
  for (const actor of signedOut) await recordAudit(tx, context, { event: "signed-out", actor });
  await recordAudit(tx, context, signInEvent(step, { actor: user.id, browser }));
  return {
    kind: "signed-in",
    tokens,
    deviceToken: makeDeviceToken(context, user),
    hasFirstPassword: hasFirstPassword(user),
  };
}

function signInEvent(step: SecondStep, who: { actor: string; browser: string }): AuditEvent {
  if (step.kind === "recovered") return { event: "signed-in-by-recovery-code", ...who, count: step.left };
  return { event: step.kind === "passed" ? "signed-in-by-code" : "signed-in", ...who };
}

async function refuse(
  tx: Query,
  context: LoginContext,
  limits: LoginLimits,
  { user, reason }: { user: UserRow | undefined; reason: RefusalReason },
): Promise<LoginOutcome> {
  if (limits.ofAddress !== null) await countAgainst(tx, limits.ofAddress, context.now());
  await recordRefusal(tx, context, user?.id, reason);
  const isExpired = reason === "first password expired";
  return { kind: "refused", message: isExpired ? deskMessages.firstPasswordExpired : messages.loginRefused };
}
