import { randomBytes, randomUUID } from "node:crypto";

import { firstPasswordDays } from "#domain/accounts.ts";
import { dayMs } from "#domain/durations.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { hashPassword } from "#server/platform/passwords/passwords.ts";

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

/** Makes the row of a user who is not an owner. Hashes the password, so call it outside any transaction. */
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
    owner_since: null,
    last_list: null,
  };
}

const firstPasswordMs = firstPasswordDays * dayMs;

export interface FirstPassword {
  readonly password: string;
  readonly endsAt: string;
}

/** Makes a password of 96 random bits for a new user. It works for a week, until the user chooses their own. */
export function makeFirstPassword(now: Date): FirstPassword {
  const endsAt = new Date(now.getTime() + firstPasswordMs).toISOString();
  return { password: randomBytes(12).toString("base64url"), endsAt };
}

export function hasFirstPassword({ password_ends_at: endsAt }: UserRow): boolean {
  return endsAt !== null;
}

/** One that ends later than a week from now was made by a clock that ran ahead; a day allows for clocks that differ. */
export function isFirstPasswordExpired({ password_ends_at: endsAt }: UserRow, now: Date): boolean {
  if (endsAt === null) return false;
  const left = Date.parse(endsAt) - now.getTime();
  return left <= 0 || left > firstPasswordMs + dayMs;
}
