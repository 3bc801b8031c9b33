import { randomBytes, randomUUID } from "node:crypto";

import type { Config } from "../config.ts";
import type { Database, Query } from "../database/database.ts";
import type { UserRow } from "../database/tables.ts";
import { hashPassword } from "./passwords.ts";

export function normalizeEmail(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}

export function userByEmail(db: Query, email: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("email", "=", normalizeEmail(email)).executeTakeFirst();
}

export function userById(db: Query, id: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

export interface NewUser {
  readonly email: string;
  readonly fullName: string;
  readonly password: string;
}

/** Prepares a user's row; hashing happens here, outside any transaction. */
export async function newUserRow(user: NewUser, now: Date): Promise<UserRow> {
  return {
    id: randomUUID(),
    email: normalizeEmail(user.email),
    full_name: user.fullName,
    role: "admin",
    password_hash: await hashPassword(user.password),
    created_at: now.toISOString(),
    disabled_at: null,
    password_ends_at: null,
  };
}

/**
 * Creates the first admin where no user exists. Answers the credentials to print where the password
 * was made up here; null where there was nothing to do or the owner chose it.
 */
export async function createFirstAdmin(
  database: Database,
  chosen: Config["firstAdmin"],
  now: Date,
): Promise<{ email: string; password: string } | null> {
  if ((await countUsers(database.reader)) > 0) return null;
  const generated = { email: "admin@localhost.example", password: randomBytes(15).toString("base64url") };
  const { email, password } = chosen ?? generated;
  const row = await newUserRow({ email, password, fullName: "Administrator" }, now);
  const created = await database.write(async (tx) => {
    await database.lock(tx, "first admin");
    if ((await countUsers(tx)) > 0) return false;
    await tx.insertInto("users").values(row).execute();
    return true;
  });
  return created && chosen === null ? generated : null;
}

async function countUsers(db: Query): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .select((select) => select.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
