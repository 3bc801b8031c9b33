import { randomBytes } from "node:crypto";

import type { Config } from "#server/platform/config/config.ts";
import type { AuditContext } from "#server/services/audit/audit-log.ts";

import { newUserRow } from "./users.ts";

export interface PrintedAdmin {
  readonly email: string;
  readonly password: string;
}

/** Creates an owner if there is no user. Returns a password that was made up, to print it; otherwise null. */
export async function prepareFirstAdmin(
  { database, now }: AuditContext,
  chosen: Config["firstAdmin"],
): Promise<PrintedAdmin | null> {
  const anyUser = database.reader.selectFrom("users").select("id").limit(1);
  if ((await anyUser.executeTakeFirst()) !== undefined) return null;
  const madeUp = { email: "admin@localhost.example", password: randomBytes(12).toString("base64url") };
  const { email, password } = chosen ?? madeUp;
  const user = await newUserRow({ email, password, fullName: "Administrator" }, now());
  const isCreated = await database.write(async (tx) => {
    await database.lock(tx, "first admin"); // Several instances may start at once.
    if ((await tx.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined) return false;
    await tx
      .insertInto("users")
      .values({ ...user, owner_since: user.created_at })
      .execute();
    return true;
  });
  return isCreated && chosen === null ? madeUp : null;
}
