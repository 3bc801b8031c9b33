import { randomBytes } from "node:crypto";

import type { AuthenticatorKey, TwoStep } from "#domain/accounts.ts";
import { business } from "#domain/business.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { TwoStepRow, UserRow } from "#server/platform/database/tables.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";

import { countRecoveryCodes, makeRecoveryCodes, useRecoveryCode } from "./recovery-codes.ts";
import { base32, stepOfCode, totpUri } from "./totp.ts";

/** How the second step of a sign-in went. `left` counts recovery codes. */
export type SecondStep =
  | { kind: "not-needed" | "missing" | "wrong" | "passed" }
  | { kind: "recovered"; left: number };

const secretBytes = 20;

/** Checks a code from the app, or a recovery code, and uses it up: no code counts twice. */
export async function passSecondStep(
  tx: Query,
  context: AuditContext,
  userId: string,
  code: string | undefined,
): Promise<SecondStep> {
  const row = await enabledTwoStep(tx, userId);
  if (row === null) return { kind: "not-needed" };
  const given = (code ?? "").replaceAll(/[\s-]/g, "").toUpperCase();
  if (given === "") return { kind: "missing" };
  if (await useAppCode(tx, context, row, given)) return { kind: "passed" };
  if (!(await useRecoveryCode(tx, context.keys, userId, given))) return { kind: "wrong" };
  return { kind: "recovered", left: await countRecoveryCodes(tx, userId) };
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

/** Makes a secret for the user's app. Nothing changes at sign-in until `confirmTwoStep`; null where it is on. */
export async function startTwoStep(
  tx: Query,
  { keys }: AuditContext,
  { id, email }: UserRow,
): Promise<AuthenticatorKey | null> {
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
  if (stored.length === 0) return null;
  return { secret: base32(secret), uri: totpUri(secret, business.name, email) };
}

/** Switches two-step sign-in on with a first code of the app. Answers the recovery codes, or null: wrong code. */
export async function confirmTwoStep(
  tx: Query,
  context: AuditContext,
  userId: string,
  code: string,
): Promise<string[] | null> {
  const row = await twoStepOf(tx, userId);
  if (row === undefined || row.enabled_at !== null) return null;
  if (!(await useAppCode(tx, context, row, code.replaceAll(/\s/g, "")))) return null;
  const enabled_at = context.now().toISOString();
  await tx.updateTable("two_step").set({ enabled_at }).where("user_id", "=", userId).execute();
  const codes = await makeRecoveryCodes(tx, context.keys, userId);
  await recordAudit(tx, context, { event: "two-step-on", actor: userId, subject: userId });
  return codes;
}

/** Switches two-step sign-in off; false where it was off. */
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

/** Makes ten new recovery codes, and the former ones useless; null where two-step sign-in is off. */
export async function renewRecoveryCodes(
  tx: Query,
  context: AuditContext,
  userId: string,
): Promise<string[] | null> {
  if ((await enabledTwoStep(tx, userId)) === null) return null;
  const codes = await makeRecoveryCodes(tx, context.keys, userId);
  await recordAudit(tx, context, { event: "recovery-codes-renewed", actor: userId, subject: userId });
  return codes;
}

export async function twoStepState(db: Query, userId: string): Promise<TwoStep> {
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

/** Null where SESSION_SECRET has been changed since. */
function openSecret(keys: Keys, { user_id: userId, secret }: TwoStepRow): Buffer | null {
  try {
    return Buffer.from(keys.unseal(secret, sealContext(userId)), "base64");
  } catch {
    return null;
  }
}
