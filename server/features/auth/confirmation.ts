import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { deskEndpoints, deskMessages } from "#domain/desk-wire.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { clearLimit, countAgainst } from "#server/services/limits/limits.ts";
import type { Services } from "#server/services/services.ts";

import { ownPasswordProblem } from "./own-password.ts";
import { forStaff, incomplete } from "./permissions.ts";
import type { SignedIn } from "./sessions.ts";
import { codesLimit } from "./two-step-codes.ts";
import { passSecondStep, type SecondStep } from "./two-step.ts";

const proofSchema = v.strictObject({
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
  /** From the authenticator app, or a recovery code; required with two-step sign-in. */
  code: v.optional(v.pipe(v.string(), v.maxLength(64))),
});
type Proof = v.InferOutput<typeof proofSchema>;

/** Takes the user's password again, and a code with two-step sign-in, before dangerous actions. */
export function confirmationRoute(server: FastifyInstance, services: Services): void {
  server.post(
    deskEndpoints.confirmation,
    forStaff(services, async (who, request, reply) => {
      const proof = v.safeParse(proofSchema, request.body);
      if (!proof.success) return refuse(request, reply, incomplete);
      const refusal = await confirmSession(services, who, proof.output);
      request.log.info({ outcome: refusal === null ? "confirmed" : "refused" }, "confirmation");
      return refusal === null ? { success: true } : refuse(request, reply, refusal);
    }),
  );
}

/** Checks all that a sign-in checks, and confirms the session. Returns null, or a refusal of `password` or `code`. */
async function confirmSession(
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
  const limit = codesLimit(context.keys, user.id);
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
