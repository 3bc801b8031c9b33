import type { Account, NewAccount } from "#domain/accounts.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { alphabetically } from "#server/platform/database/text-order.ts";
import { hashPassword } from "#server/platform/passwords/passwords.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";

import { endSessionsOf } from "./sessions.ts";
import { makeFirstPassword, newUserRow, userById } from "./users.ts";

/** Take this lock before anything that could leave fewer owners: they are counted under it. */
const ownersLock = "owners";

export type OwnerOutcome = "done" | "unknown" | "disabled" | "last-owner";

export async function listAccounts(db: Query): Promise<Account[]> {
  const rows = await db
    .selectFrom("users")
    .leftJoin("two_step", (join) =>
      join.onRef("two_step.user_id", "=", "users.id").on("two_step.enabled_at", "is not", null),
    )
    .select(["id", "email", "full_name", "created_at", "disabled_at", "password_ends_at"])
    .select(["owner_since", "two_step.user_id"])
    .execute();
  return alphabetically(rows, "email").map(({ user_id, owner_since, ...row }) => ({
    ...row,
    has_two_step: user_id !== null,
    is_owner: owner_since !== null,
  }));
}

/** Adds a user with a first password and returns it; null if the e-mail address is taken. */
export async function addUser(
  context: AuditContext,
  actor: string,
  { email, full_name: fullName }: NewAccount,
): Promise<string | null> {
  const { password, endsAt } = makeFirstPassword(context.now());
  const row = {
    ...(await newUserRow({ email, fullName, password }, context.now())),
    password_ends_at: endsAt,
  };
  const added = await context.database.write(async (tx) => {
    const inserted = await tx
      .insertInto("users")
      .values(row)
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .execute();
    if (inserted.length === 0) return false;
    await recordAudit(tx, context, { event: "user-added", actor, subject: row.id });
    return true;
  });
  return added ? password : null;
}

export type FirstPasswordOutcome =
  | { readonly kind: "given"; readonly password: string }
  | { readonly kind: "unknown" | "last-owner" };

/** Replaces a lost password with a first password. Not for the last owner: a first password expires. */
export async function giveFirstPassword(
  context: AuditContext,
  actor: string,
  userId: string,
): Promise<FirstPasswordOutcome> {
  const { database, now } = context;
  const { password, endsAt } = makeFirstPassword(now());
  const change = { password_hash: await hashPassword(password), password_ends_at: endsAt };
  return database.write(async (tx) => {
    await database.lock(tx, ownersLock);
    await database.lock(tx, `user ${userId}`);
    const user = await userById(tx, userId);
    if (user === undefined || user.disabled_at !== null) return { kind: "unknown" };
    if (await isLastOwner(tx, user)) return { kind: "last-owner" };
    await tx.updateTable("users").set(change).where("id", "=", userId).execute();
    await endSessionsOf(tx, userId, now());
    await recordAudit(tx, context, { event: "first-password-given", actor, subject: userId });
    return { kind: "given", password };
  });
}

/** Disables a user at once, or enables them again. The last owner can't be disabled. */
export function setDisabled(
  context: AuditContext,
  actor: string,
  userId: string,
  disabled: boolean,
): Promise<OwnerOutcome> {
  const { database } = context;
  return database.write(async (tx) => {
    await database.lock(tx, ownersLock);
    // Waits for a sign-in in flight: its session would come alive when the user is enabled again.
    await database.lock(tx, `user ${userId}`);
    const user = await userById(tx, userId);
    if (user === undefined) return "unknown";
    if ((user.disabled_at !== null) === disabled) return "done";
    if (await isLastOwner(tx, user)) return "last-owner";
    const disabled_at = disabled ? context.now().toISOString() : null;
    await tx.updateTable("users").set({ disabled_at }).where("id", "=", userId).execute();
    if (disabled) await endSessionsOf(tx, userId, context.now());
    const event = disabled ? "user-disabled" : "user-enabled";
    await recordAudit(tx, context, { event, actor, subject: userId });
    return "done";
  });
}

/** Gives a user the owner permission or takes it away. The last owner keeps it. */
export function setOwner(
  context: AuditContext,
  actor: string,
  userId: string,
  isOwner: boolean,
): Promise<OwnerOutcome> {
  const { database } = context;
  return database.write(async (tx) => {
    await database.lock(tx, ownersLock);
    const user = await userById(tx, userId);
    if (user === undefined) return "unknown";
    if ((user.owner_since !== null) === isOwner) return "done";
    if (isOwner && user.disabled_at !== null) return "disabled";
    if (await isLastOwner(tx, user)) return "last-owner";
    const owner_since = isOwner ? context.now().toISOString() : null;
    await tx.updateTable("users").set({ owner_since }).where("id", "=", userId).execute();
    const event = isOwner ? "owner-granted" : "owner-revoked";
    await recordAudit(tx, context, { event, actor, subject: userId });
    return "done";
  });
}

/** Owners who never replaced their first password don't count: it expires. */
async function isLastOwner(tx: Query, { id, owner_since, disabled_at }: UserRow): Promise<boolean> {
  if (owner_since === null || disabled_at !== null) return false;
  const other = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "<>", id)
    .where("owner_since", "is not", null)
    .where("disabled_at", "is", null)
    .where("password_ends_at", "is", null)
    .executeTakeFirst();
  return other === undefined;
}
