import { type AuditContext, recordEvent } from "../audit/audit-log.ts";
import type { UserRow } from "../database/tables.ts";
import type { Refusal } from "../http/errors.ts";
import { clearLimit, countAgainst } from "../limits/limits.ts";
import { endSessionsOf } from "./own-sessions.ts";
import { passwordProblem } from "./password-policy.ts";
import { hashPassword, HashingQueueFull, passwordMaxLength, verifyPassword } from "./passwords.ts";
import type { SignedIn } from "./sessions.ts";

const windowMs = 15 * 60_000;
const checksAtMost = 10;
const queueFullRetrySeconds = 5;

/**
 * Asks for the password once more before something that an unattended browser must not allow. Answers
 * null where it is right; `field` names it in the refusal.
 */
export async function ownPasswordProblem(
  context: AuditContext,
  user: UserRow,
  password: string,
  field: string,
): Promise<Refusal | null> {
  const limit = {
    name: context.keys.hash("limit", `own password ${user.id}`),
    most: checksAtMost,
    windowMs,
  };
  const wait = await context.database.write((tx) => countAgainst(tx, limit, context.now()));
  const message = "Too many attempts. Please wait a while and try again";
  if (wait !== null) return { status: 429, message, retryAfterSeconds: wait, field };
  try {
    const isRight =
      password.length <= passwordMaxLength && (await verifyPassword(password, user.password_hash));
    if (!isRight) return { status: 403, message: "That is not your password", field };
  } catch (error) {
    if (!(error instanceof HashingQueueFull)) throw error;
    return { status: 429, message, retryAfterSeconds: queueFullRetrySeconds, field };
  }
  await context.database.write((tx) => clearLimit(tx, limit.name));
  return null;
}

/** Gives the user a new password of their own and signs them out everywhere else; answers what is wrong. */
export async function changeOwnPassword(
  context: AuditContext,
  { user, sessionId }: SignedIn,
  { current, next }: { current: string; next: string },
): Promise<Refusal | null> {
  const problem = passwordProblem(next, user.email);
  if (problem !== null) return { status: 400, message: problem, field: "next" };
  if (next === current) {
    return { status: 400, message: "The new password is the same as the current one", field: "next" };
  }
  const refusal = await ownPasswordProblem(context, user, current, "current");
  if (refusal !== null) return refusal;
  const change = { password_hash: await hashPassword(next), password_ends_at: null };
  await context.database.write(async (tx) => {
    await context.database.lock(tx, `user ${user.id}`);
    await tx.updateTable("users").set(change).where("id", "=", user.id).execute();
    await endSessionsOf(tx, user.id, context.now(), sessionId);
    await recordEvent(tx, context, { event: "password-changed", actor: user.id, subject: user.id });
  });
  return null;
}
