import { confirmationMinutes } from "#domain/accounts.ts";
import { deskMessages } from "#domain/desk-wire.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { clearLimit, countAgainst } from "#server/services/limits/limits.ts";

import { ownPasswordProblem } from "./own-password.ts";
import type { SignedIn } from "./sessions.ts";
import { passSecondStep, type SecondStep } from "./two-step.ts";

const lifetimeMs = confirmationMinutes * 60_000;
const codesAtMost = 20;
const codesWindowMs = 24 * 60 * 60_000;

/** Whether the session's user signed in or gave their password again less than ten minutes ago. */
export async function isConfirmed(
  { database, now }: Pick<AuditContext, "database" | "now">,
  sessionId: string,
): Promise<boolean> {
  const session = await database.reader
    .selectFrom("sessions")
    .select(["created_at", "confirmed_at"])
    .where("id", "=", sessionId)
    .executeTakeFirst();
  if (session === undefined) return false;
  const at = Date.parse(session.confirmed_at ?? session.created_at);
  // The clock may have been set back since, or be a little behind that of another instance.
  return Math.abs(now().getTime() - at) < lifetimeMs;
}

/** What somebody enters to prove that it is still them. */
export interface Proof {
  readonly password: string;
  /** From the authenticator app, or a recovery code; needed with two-step sign-in. */
  readonly code?: string | undefined;
}

/**
 * Asks for everything that a sign-in asks for, and marks the session as confirmed. Returns null on success;
 * otherwise `field` names what is wrong or missing, `password` or `code`.
 */
export async function confirmSession(
  context: AuditContext,
  who: SignedIn,
  { password, code }: Proof,
): Promise<Refusal | null> {
  const { database } = context;
  const refusal = await ownPasswordProblem(context, who.user, password, "password");
  return refusal ?? database.write((tx) => confirmWithCode(tx, context, who, code));
}

async function confirmWithCode(
  tx: Query,
  context: AuditContext,
  who: SignedIn,
  code: string | undefined,
): Promise<Refusal | null> {
  const { user, sessionId } = who;
  await context.database.lock(tx, `user ${user.id}`);
  const limit = {
    name: context.keys.hash("limit", `codes to confirm ${user.id}`),
    most: codesAtMost,
    windowMs: codesWindowMs,
  };
  const wait = code === undefined ? null : await countAgainst(tx, limit, context.now());
  if (wait !== null) return tooManyCodes(wait);
  const step = await passSecondStep(tx, context, user.id, code);
  if (step.kind === "missing") return { status: 403, message: deskMessages.codeRequired, field: "code" };
  if (step.kind === "wrong") {
    await recordAudit(tx, context, { event: "confirmation-refused", actor: user.id, reason: "wrong code" });
    return { status: 403, message: deskMessages.codeRefused, field: "code" };
  }
  await clearLimit(tx, limit.name);
  const confirmed_at = context.now().toISOString();
  await tx.updateTable("sessions").set({ confirmed_at }).where("id", "=", sessionId).execute();
  await recordConfirmed(tx, context, user.id, step);
  return null;
}

function tooManyCodes(retryAfterSeconds: number): Refusal {
  return { status: 429, message: deskMessages.tooManyCodes, retryAfterSeconds, field: "code" };
}

function recordConfirmed(tx: Query, context: AuditContext, actor: string, step: SecondStep): Promise<void> {
  return recordAudit(
    tx,
    context,
    step.kind === "recovered"
      ? { event: "confirmed-by-recovery-code", actor, count: step.left }
      : { event: "confirmed", actor },
  );
}
