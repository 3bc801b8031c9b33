import type { Config } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { hashPassword } from "#server/platform/passwords/passwords.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";

import { endSessionsOf } from "./sessions.ts";
import { isFirstPasswordExpired, makeFirstPassword, newUserRow } from "./users.ts";

const madeUpEmail = "admin@localhost.example";

export interface PrintedAdmin {
  readonly email: string;
  readonly password: string;
}

/** Creates an owner if there is no user, or renews an expired first password. Returns what to print, or null. */
export async function prepareFirstAdmin(
  context: AuditContext,
  chosen: Config["firstAdmin"],
): Promise<PrintedAdmin | null> {
  const { database, now } = context;
  const users = await firstUsers(database.reader);
  const [user] = users;
  if (user === undefined) return createFirstAdmin(context, chosen);
  return users.length === 1 && isFirstPasswordExpired(user, now()) ? renewFirstPassword(context, user) : null;
}

async function createFirstAdmin(
  context: AuditContext,
  chosen: Config["firstAdmin"],
): Promise<PrintedAdmin | null> {
  const { database, now } = context;
  const first = makeFirstPassword(now());
  const { email, password } = chosen ?? { email: madeUpEmail, password: first.password };
  const row = {
    ...(await newUserRow({ email, password, fullName: "Administrator" }, now())),
    password_ends_at: chosen === null ? first.endsAt : null,
    owner_since: now().toISOString(),
  };
  const isCreated = await database.write(async (tx) => {
    await database.lock(tx, "first admin");
    if ((await firstUsers(tx)).length > 0) return false;
    await tx.insertInto("users").values(row).execute();
    return true;
  });
  return isCreated && chosen === null ? { email, password } : null;
}

/** Locks nobody out: the only user never chose a password, and anyone who starts the server may have the new one. */
async function renewFirstPassword(context: AuditContext, user: UserRow): Promise<PrintedAdmin | null> {
  const { database, now } = context;
  const { password, endsAt } = makeFirstPassword(now());
  const change = { password_hash: await hashPassword(password), password_ends_at: endsAt };
  const isRenewed = await database.write(async (tx) => {
    await database.lock(tx, `user ${user.id}`);
    const renewed = await tx
      .updateTable("users")
      .set(change)
      .where("id", "=", user.id)
      .where("password_hash", "=", user.password_hash)
      .returning("id")
      .execute();
    if (renewed.length === 0) return false;
    await endSessionsOf(tx, user.id, now());
    await recordAudit(tx, context, { event: "first-password-given", actor: "system", subject: user.id });
    return true;
  });
  return isRenewed ? { email: user.email, password } : null;
}

/** Reads at most two: enough to know whether there is more than one. */
function firstUsers(db: Query): Promise<UserRow[]> {
  return db.selectFrom("users").selectAll().orderBy("created_at").limit(2).execute();
}
