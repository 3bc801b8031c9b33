import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { deskEndpoints, deskMessages } from "#domain/desk-wire.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { clearLimit, countAgainst } from "#server/services/limits/limits.ts";
import type { Services } from "#server/services/services.ts";

import { ownPasswordProblem } from "./own-password.ts";
import { forStaff, incomplete, signedOut } from "./permissions.ts";
import { confirmSession, type SignedIn } from "./sessions.ts";
import { setTokens, type TokenPair } from "./tokens.ts";
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
      const outcome = await confirm(services, who, proof.output);
      request.log.info({ outcome: outcome.ok ? "confirmed" : "refused" }, "confirmation");
      if (!outcome.ok) return refuse(request, reply, outcome.refusal);
      setTokens(reply, outcome.tokens);
      return { success: true };
    }),
  );
}

type Confirmation =
  | { readonly ok: true; readonly tokens: TokenPair }
  | { readonly ok: false; readonly refusal: Refusal };

/** Checks all that a sign-in checks, and confirms the session. */
async function confirm(
  context: AuditContext,
  who: SignedIn,
  { password, code }: Proof,
): Promise<Confirmation> {
  const refusal = await ownPasswordProblem(context, who.user, password, "password");
  if (refusal !== null) return { ok: false, refusal };
  return context.database.write((tx) => confirmWithCode(tx, context, who, code));
}

async function confirmWithCode(
  tx: Query,
  context: AuditContext,
  { user, sessionId }: SignedIn,
  code: string | undefined,
): Promise<Confirmation> {
  await context.database.lock(tx, `user ${user.id}`);
  const limit = codesLimit(context.keys, user.id);
  const wait = code === undefined ? null : await countAgainst(tx, limit, context.now());
  if (wait !== null) return { ok: false, refusal: tooManyCodes(wait) };
  const step = await passSecondStep(tx, context, user.id, code);
  if (step.kind === "missing") return { ok: false, refusal: codeRequired };
  if (step.kind === "wrong") {
    await recordAudit(tx, context, { event: "confirmation-refused", actor: user.id, reason: "wrong code" });
    return { ok: false, refusal: codeRefused };
  }
  await clearLimit(tx, limit.name);
  const tokens = await confirmSession(tx, context, sessionId);
  if (tokens === null) return { ok: false, refusal: signedOut };
  await recordConfirmed(tx, context, user.id, step);
  return { ok: true, tokens };
}

const codeRequired: Refusal = { status: 403, message: deskMessages.codeRequired, field: "code" };
const codeRefused: Refusal = { status: 403, message: deskMessages.codeRefused, field: "code" };

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
