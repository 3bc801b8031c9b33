import { randomBytes } from "node:crypto";

import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { type AuthenticatorKey, proofSchema, type RecoveryCodes, type TwoStep } from "#domain/accounts.ts";
import { deskCalls, deskMessages } from "#domain/desk-wire.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { TwoStepRow, UserRow } from "#server/platform/database/tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { clearLimit, countAgainst } from "#server/services/limits/limits.ts";
import type { Services } from "#server/services/services.ts";

import { askPasswordAgain, forEveryRole, incomplete, type StaffHandler } from "./permissions.ts";
import {
  authenticatorKey,
  codesLimit,
  countRecoveryCodes,
  makeRecoveryCodes,
  stepOfCode,
  useRecoveryCode,
} from "./two-step-codes.ts";

const withCode = v.object({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(64)) });

const alreadyOn: Refusal = { status: 409, message: "Two-step sign-in is on already" };
const isOff: Refusal = { status: 409, message: "Two-step sign-in is off" };

export function twoStepRoutes(server: FastifyInstance, services: Services): void {
  const { database } = services;
  server.get(
    deskCalls.twoStep.path,
    forEveryRole(services, ({ user }) => twoStepState(database.reader, user.id)),
  );
  server.post(
    deskCalls.twoStep.path,
    forProvedStaff(services, ({ user }) => database.write((tx) => startTwoStep(tx, services, user))),
  );
  server.put(
    deskCalls.twoStep.path,
    forEveryRole(services, ({ user }, request) => {
      const body = v.safeParse(withCode, request.body);
      if (!body.success) return { refusal: incomplete };
      return database.write((tx) => confirmTwoStep(tx, services, user.id, body.output.code));
    }),
  );
  server.post(
    deskCalls.twoStepOff.path,
    forProvedStaff(services, async ({ user }) => {
      await database.write((tx) => endTwoStep(tx, services, user.id, user.id));
      return { ok: true };
    }),
  );
  server.post(
    deskCalls.recoveryCodes.path,
    forProvedStaff(services, ({ user }) => database.write((tx) => renewRecoveryCodes(tx, services, user.id))),
  );
}

/**
 * Asks for the password, and for the second step of users who have one, before anything that would turn an unattended
 * browser into the whole account. `given` has the shape of `proofSchema`. Throws `HashingQueueFull`.
 */
export async function askBothAgain(
  context: AuditContext,
  user: UserRow,
  given: unknown,
): Promise<Outcome<true, Refusal>> {
  const proof = v.safeParse(proofSchema, given ?? {});
  if (!proof.success) return { refusal: incomplete };
  const { password, code } = proof.output;
  const asked = await askPasswordAgain(context, user, password);
  if ("refusal" in asked) return asked;
  return context.database.write<Outcome<true, Refusal>>(async (tx) => {
    const limit = codesLimit(context.keys, user.id);
    const retryAfterSeconds = code === undefined ? null : await countAgainst(tx, limit, context.now());
    if (retryAfterSeconds !== null)
      return {
        refusal: { ...codeAgain, status: 429, message: deskMessages.tooManyPasswords, retryAfterSeconds },
      };
    const step = await passSecondStep(tx, context, user.id, code);
    if ("refusal" in step)
      return {
        refusal: step.refusal === "missing" ? codeAgain : { ...codeAgain, message: deskMessages.codeRefused },
      };
    await clearLimit(tx, limit.name);
    return { ok: true };
  });
}

/** Calls the handler once `askBothAgain` has passed: the body is the proof. */
function forProvedStaff(services: Services, handler: StaffHandler) {
  return forEveryRole(services, async (who, request, reply) => {
    const asked = await askBothAgain(services, who.user, request.body);
    return "refusal" in asked ? asked : handler(who, request, reply);
  });
}

const codeAgain: Refusal = { status: 403, message: deskMessages.codeRequired, field: "code" };

/** How the second step was passed, and how many recovery codes are left after one. */
export interface SecondStep {
  readonly event: "signed-in" | "signed-in-by-code" | "signed-in-by-recovery-code";
  readonly count?: number;
}

const secretBytes = 20;

/** Checks a code from the app, or a recovery code, and uses it up: no code is accepted twice. */
export async function passSecondStep(
  tx: Query,
  context: AuditContext,
  userId: string,
  code: string | undefined,
): Promise<Outcome<SecondStep, "missing" | "wrong">> {
  const row = await enabledTwoStep(tx, userId);
  if (row === null) return { ok: { event: "signed-in" } };
  const given = (code ?? "").replaceAll(/[\s-]/g, "").toUpperCase();
  if (given === "") return { refusal: "missing" };
  if (await useAppCode(tx, context, row, given)) return { ok: { event: "signed-in-by-code" } };
  if (!(await useRecoveryCode(tx, context.keys, userId, given))) return { refusal: "wrong" };
  return { ok: { event: "signed-in-by-recovery-code", count: await countRecoveryCodes(tx, userId) } };
}

async function useAppCode(tx: Query, context: AuditContext, row: TwoStepRow, code: string): Promise<boolean> {
  const secret = openSecret(context.keys, row);
  const step = secret === null ? null : stepOfCode(secret, code, context.now());
  if (step === null) return false;
  const used = await tx
    .updateTable("two_step")
    .set({ last_step: step })
    .where("user_id", "=", row.user_id)
    .where("last_step", "<", step)
    .returning("user_id")
    .execute();
  return used.length > 0;
}

/** Makes a secret that sign-in ignores until `confirmTwoStep`. */
async function startTwoStep(
  tx: Query,
  { keys }: AuditContext,
  { id, email }: UserRow,
): Promise<Outcome<AuthenticatorKey, Refusal>> {
  const secret = randomBytes(secretBytes);
  const sealed = keys.seal(secret.toString("base64"), sealContext(id));
  const row: TwoStepRow = { user_id: id, secret: sealed, enabled_at: null, last_step: 0 };
  const stored = await tx
    .insertInto("two_step")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet({ secret: sealed }).where("two_step.enabled_at", "is", null),
    )
    .returning("user_id")
    .execute();
  return stored.length === 0 ? { refusal: alreadyOn } : { ok: authenticatorKey(secret, email) };
}

const tooManyFirstCodes: Refusal = {
  status: 429,
  message: "Too many codes for one day. Set two-step sign-in up again tomorrow",
  field: "code",
};

const wrongFirstCode: Refusal = {
  status: 400,
  message: "That code is wrong. Check the clock of your phone and enter the next code",
  field: "code",
};

/** Switches two-step sign-in on with a first code of the app. Returns the recovery codes. */
async function confirmTwoStep(
  tx: Query,
  context: AuditContext,
  userId: string,
  code: string,
): Promise<Outcome<RecoveryCodes, Refusal>> {
  const limit = codesLimit(context.keys, userId);
  const retryAfterSeconds = await countAgainst(tx, limit, context.now());
  if (retryAfterSeconds !== null) return { refusal: { ...tooManyFirstCodes, retryAfterSeconds } };
  const row = await twoStepOf(tx, userId);
  if (row?.enabled_at !== null || !(await useAppCode(tx, context, row, code.replaceAll(/\s/g, ""))))
    return { refusal: wrongFirstCode };
  await clearLimit(tx, limit.name);
  const enabled_at = context.now().toISOString();
  await tx.updateTable("two_step").set({ enabled_at }).where("user_id", "=", userId).execute();
  const recovery_codes = await makeRecoveryCodes(tx, context.keys, userId);
  await recordAudit(tx, context, { event: "two-step-on", actor: userId, subject: userId });
  return { ok: { recovery_codes } };
}

/** Switches two-step sign-in off. Returns false if it was off. */
export async function endTwoStep(
  tx: Query,
  context: AuditContext,
  actor: string,
  userId: string,
): Promise<boolean> {
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  const ended = await tx
    .deleteFrom("two_step")
    .where("user_id", "=", userId)
    .returning("enabled_at")
    .executeTakeFirst();
  if (typeof ended?.enabled_at !== "string") return false;
  await recordAudit(tx, context, { event: "two-step-off", actor, subject: userId });
  return true;
}

async function renewRecoveryCodes(
  tx: Query,
  context: AuditContext,
  userId: string,
): Promise<Outcome<RecoveryCodes, Refusal>> {
  if ((await enabledTwoStep(tx, userId)) === null) return { refusal: isOff };
  const recovery_codes = await makeRecoveryCodes(tx, context.keys, userId);
  await recordAudit(tx, context, { event: "recovery-codes-renewed", actor: userId, subject: userId });
  return { ok: { recovery_codes } };
}

async function twoStepState(db: Query, userId: string): Promise<TwoStep> {
  const is_on = (await enabledTwoStep(db, userId)) !== null;
  return { is_on, recovery_codes_left: is_on ? await countRecoveryCodes(db, userId) : 0 };
}

function twoStepOf(db: Query, userId: string): Promise<TwoStepRow | undefined> {
  return db.selectFrom("two_step").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

async function enabledTwoStep(db: Query, userId: string): Promise<TwoStepRow | null> {
  const row = await twoStepOf(db, userId);
  return typeof row?.enabled_at === "string" ? row : null;
}

function sealContext(userId: string): string {
  return `two-step ${userId}`;
}

/** Returns null if SESSION_SECRET has changed since. */
function openSecret(keys: Keys, { user_id: userId, secret }: TwoStepRow): Buffer | null {
  try {
    return Buffer.from(keys.unseal(secret, sealContext(userId)), "base64");
  } catch {
    return null;
  }
}
