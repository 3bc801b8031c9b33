import type { Query } from "#server/platform/database/database.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";

import { userById } from "./users.ts";

/** Take this lock before anything that may leave fewer owners: they are counted under it. */
export const ownersLock = "owners";

export type OwnerOutcome = "done" | "unknown" | "disabled" | "last-owner";

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

/**
 * Whether nobody else could step in for this owner. Others count only once they have chosen their own
 * password: a first password that is never used expires.
 */
export async function isLastOwner(tx: Query, { id, owner_since, disabled_at }: UserRow): Promise<boolean> {
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
