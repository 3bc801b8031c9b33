import { messages } from "#domain/messages.ts";
import { panelMessages } from "#domain/panel-wire.ts";

import { type AuditContext, recordEvent } from "../audit/audit-log.ts";
import type { Query } from "../database/database.ts";
import type { UserRow } from "../database/tables.ts";
import { clearLimit, countAgainst } from "../limits/limits.ts";
import { countTry, deviceSubject, type LoginLimits, loginLimits } from "./login-limits.ts";
import { HashingQueueFull, passwordMaxLength, verifyPassword } from "./passwords.ts";
import { recordRefusal, type RefusalReason } from "./record-refusal.ts";
import { openSession, type TokenPair } from "./sessions.ts";
import { makeToken } from "./tokens.ts";
import { passSecondStep, type SecondStep } from "./two-step.ts";
import { userByEmail, userById } from "./users.ts";

export interface LoginContext extends AuditContext {
  /** Failures per account in fifteen minutes. */
  readonly loginFailures: number;
}

export interface LoginRequest {
  readonly email: string;
  readonly password: string;
  /** From the authenticator app, or a recovery code. */
  readonly code: string | undefined;
  readonly clientAddress: string;
  /** In words. */
  readonly browser: string;
  /** The cookie of a browser that has signed in before. */
  readonly deviceToken: string | undefined;
}

export type LoginOutcome =
  | { kind: "signed-in"; tokens: TokenPair; deviceToken: string; hasFirstPassword: boolean }
  | { kind: "code-required"; message: string }
  | { kind: "refused"; message: string }
  | { kind: "limited"; retryAfterSeconds: number };

const queueFullRetrySeconds = 5;

/**
 * Checks e-mail, password and, with two-step sign-in, a code. Failures count per account and per
 * address; a browser that has signed in to the account before is counted apart, so that strangers'
 * guesses never lock its owner out (design.md section 8.13).
 */
export async function logIn(context: LoginContext, request: LoginRequest): Promise<LoginOutcome> {
  const limits = loginLimits(context, request);
  const user = await userByEmail(context.database.reader, request.email);
  const wait = await context.database.write((tx) => countTry(tx, context, limits, user?.id));
  if (wait !== null) return { kind: "limited", retryAfterSeconds: wait };
  try {
    const reason = await whyRefused(context, request, user);
    return await context.database.write((tx) =>
      user === undefined || reason !== null
        ? refuse(tx, context, limits, { user, reason: reason ?? "wrong password" })
        : secondStep(tx, context, limits, { user, request }),
    );
  } catch (error) {
    if (!(error instanceof HashingQueueFull)) throw error;
    return { kind: "limited", retryAfterSeconds: queueFullRetrySeconds };
  }
}

/** Costs the same whether or not there is such a user. */
async function whyRefused(
  context: LoginContext,
  { password }: LoginRequest,
  user: UserRow | undefined,
): Promise<RefusalReason | null> {
  const isDisabled = user !== undefined && user.disabled_at !== null;
  const hash = isDisabled ? null : (user?.password_hash ?? null);
  const matches = password.length <= passwordMaxLength && (await verifyPassword(password, hash));
  if (isDisabled) return "account disabled";
  if (!matches) return "wrong password";
  const endsAt = user?.password_ends_at ?? null;
  return endsAt !== null && Date.parse(endsAt) <= context.now().getTime() ? "first password expired" : null;
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
  if (step.kind === "missing") return { kind: "code-required", message: panelMessages.codeRequired };
  if (step.kind !== "wrong") return signIn(tx, context, limits, { ...attempt, step });
  await refuse(tx, context, limits, { user, reason: "wrong code" });
  return { kind: "code-required", message: panelMessages.codeRefused };
}

async function signIn(
  tx: Query,
  context: LoginContext,
  limits: LoginLimits,
  { user, request, step }: Attempt & { step: SecondStep },
): Promise<LoginOutcome> {
  const { browser } = request;
  await clearLimit(tx, limits.ofAccount.name);
  await clearLimit(tx, limits.ofCodes.name);
  const tokens = await openSession(tx, context, { userId: user.id, browser });
  const device = { subject: deviceSubject(context.keys, user.email), number: context.now().getTime() };
  await recordEvent(
    tx,
    context,
    step.kind === "recovered"
      ? { event: "signed-in-by-recovery-code", actor: user.id, browser, count: step.left }
      : { event: "signed-in", actor: user.id, browser },
  );
  return {
    kind: "signed-in",
    tokens,
    deviceToken: makeToken(context.keys, "device", device),
    hasFirstPassword: user.password_ends_at !== null,
  };
}

async function refuse(
  tx: Query,
  context: LoginContext,
  limits: LoginLimits,
  { user, reason }: { user: UserRow | undefined; reason: RefusalReason },
): Promise<LoginOutcome> {
  await countAgainst(tx, limits.ofAddress, context.now());
  await recordRefusal(tx, context, user?.id, reason);
  const isExpired = reason === "first password expired";
  return { kind: "refused", message: isExpired ? panelMessages.firstPasswordExpired : messages.loginRefused };
}
