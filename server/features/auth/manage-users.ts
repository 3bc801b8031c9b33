import type { Account, NewAccount } from "#domain/accounts.ts";
import type { Query } from "#server/platform/database/database.ts";
import { hashPassword } from "#server/platform/passwords/passwords.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";

import { makeFirstPassword } from "./first-password.ts";
import { endSessionsOf } from "./own-sessions.ts";
import { isLastOwner, type OwnerOutcome, ownersLock } from "./owners.ts";
import { newUserRow, userById } from "./users.ts";

/** Everybody who may sign in or once might, in the order of their addresses. */
export async function listAccounts(db: Query): Promise<Account[]> {
  const rows = await db
    .selectFrom("users")
    .leftJoin("two_step", (join) =>
      join.onRef("two_step.user_id", "=", "users.id").on("two_step.enabled_at", "is not", null),
    )
    .select(["id", "email", "full_name", "created_at", "disabled_at", "password_ends_at"])
    .select(["owner_since", "two_step.user_id"])
    .orderBy("email")
    .execute();
  return rows.map(({ user_id, owner_since, ...row }) => ({
    ...row,
    has_two_step: user_id !== null,
    is_owner: owner_since !== null,
  }));
}

/** Adds a user with a first password, which it answers; null where the address is taken. */
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

/** Replaces a lost password by a first one. The last owner keeps theirs: a first password expires. */
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

/** Shuts a user out at once, or lets them in again. The last owner cannot be shut out. */
export function setDisabled(
  context: AuditContext,
  actor: string,
  userId: string,
  disabled: boolean,
): Promise<OwnerOutcome> {
  const { database } = context;
  return database.write(async (tx) => {
    await database.lock(tx, ownersLock);
    // A sign-in in flight must be over first, or its session would come alive when the user is enabled again.
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
