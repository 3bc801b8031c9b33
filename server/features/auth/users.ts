import { randomBytes, randomUUID } from "node:crypto";

import { type Account, type NewAccount, type PasswordLink, resetDays, roleField } from "#domain/accounts.ts";
import type { AuditEvent } from "#domain/audit.ts";
import type { DeskRole } from "#domain/desk-roles.ts";
import { deskMessages } from "#domain/desk-wire.ts";
import { dayMs } from "#domain/durations.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { alphabetically } from "#server/platform/database/text-order.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { hashPassword } from "#server/platform/passwords/passwords.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";

import { endSessionsOf } from "./sessions.ts";

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
  /** Unset for a user who gets a link to choose one. */
  readonly password: string | null;
  readonly role?: DeskRole | undefined; // Staff without one.
}

/** Makes the row of a user. Hashes the password, so call it outside any transaction. */
export async function newUserRow(
  { email, fullName, password, role = "staff" }: NewUser,
  now: Date,
): Promise<UserRow> {
  return {
    id: randomUUID(),
    email: normalizeEmail(email),
    full_name: fullName,
    role: "admin",
    password_hash: password === null ? "" : await hashPassword(password),
    password_ends_at: null,
    created_at: now.toISOString(),
    disabled_at: null,
    reset_hash: null,
    reset_ends_at: null,
    desk_role: role,
    last_list: null,
  };
}

/** The first user's address, if ADMIN_EMAIL is not set. */
export const madeUpEmail = "admin@localhost.example";

/** Creates an owner if there is no user. Returns a password that was made up, to print it: it must be changed within a week. Otherwise null. */
export async function prepareFirstAdmin(
  { database, now }: AuditContext,
  chosen: Config["firstAdmin"],
): Promise<Config["firstAdmin"]> {
  const hasUsers = async (db: Query) =>
    (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
  if (await hasUsers(database.reader)) return null;
  const madeUp = { email: madeUpEmail, password: randomBytes(12).toString("base64url") };
  const { email, password } = chosen ?? madeUp;
  const user = await newUserRow({ email, password, fullName: "Administrator", role: "owner" }, now());
  const isCreated = await database.write(async (tx) => {
    await database.lock(tx, "first admin"); // Several instances may start at once.
    if (await hasUsers(tx)) return false;
    const owner = { ...user, password_ends_at: chosen === null ? endOf(now()) : null };
    await tx.insertInto("users").values(owner).execute();
    return true;
  });
  return isCreated && chosen === null ? madeUp : null;
}

export async function listAccounts(db: Query): Promise<Account[]> {
  const rows = await db
    .selectFrom("users")
    .leftJoin("two_step", (join) =>
      join.onRef("two_step.user_id", "=", "users.id").on("two_step.enabled_at", "is not", null),
    )
    .select(["id", "email", "full_name", "created_at", "disabled_at", "reset_ends_at"])
    .select(["desk_role as role", "two_step.user_id"])
    .execute();
  return alphabetically(rows, "email").map(({ user_id, ...row }) => ({
    ...row,
    has_two_step: user_id !== null,
  }));
}

/** Adds a user without a password. Returns the link to choose one; refuses an address that is taken. */
export async function addUser(
  context: AuditContext,
  actor: string,
  { email, full_name: fullName, role }: NewAccount,
): Promise<Outcome<PasswordLink, Refusal>> {
  const user = await newUserRow({ email, fullName, role, password: null }, context.now());
  return context.database.write(async (tx) => {
    const inserted = await tx
      .insertInto("users")
      .values(user)
      .onConflict((conflict) => conflict.column("email").doNothing())
      .returning("id")
      .execute();
    if (inserted.length === 0) return { refusal: emailTaken };
    const added = { actor, subject: user.id };
    await recordAudit(tx, context, { event: "user-added", ...added });
    if (user.desk_role !== "staff")
      await recordAudit(tx, context, { ...roleChange("staff", user.desk_role), ...added });
    return { ok: await makeReset(tx, context, user.id) };
  });
}

const emailTaken: Refusal = {
  status: 409,
  message: "Someone here already has this e-mail address",
  field: "email",
};

/** Returns a link by which the user chooses a new password; the current one works until then. */
export function resetPassword(
  context: AuditContext,
  actor: string,
  userId: string,
): Promise<Outcome<PasswordLink, Refusal>> {
  return context.database.write(async (tx) => {
    const user = await userById(tx, userId);
    if (user === undefined || user.disabled_at !== null) return { refusal: unknownUser };
    await recordAudit(tx, context, { event: "reset-link-made", actor, subject: userId });
    return { ok: await makeReset(tx, context, userId) };
  });
}

function endOf(now: Date): string {
  return new Date(now.getTime() + resetDays * dayMs).toISOString();
}

/** Only a hash of the token is stored. */
async function makeReset(tx: Query, { keys, now }: AuditContext, userId: string): Promise<PasswordLink> {
  const token = randomBytes(32).toString("base64url");
  const reset = { reset_hash: keys.hash("reset", token), reset_ends_at: endOf(now()) };
  await tx.updateTable("users").set(reset).where("id", "=", userId).execute();
  return { token };
}

/** Disables a user at once, or enables them again. The last owner can't be disabled. */
export function setDisabled(context: AuditContext, actor: string, userId: string, disabled: boolean) {
  const event = disabled ? "user-disabled" : "user-enabled";
  return changeUser(context, { actor, userId }, async (tx, user) => {
    if ((user.disabled_at !== null) === disabled) return { ok: null };
    if (disabled && (await isLastOwner(tx, user))) return { refusal: lastOwner };
    if (disabled) await endSessionsOf(tx, userId);
    const disabled_at = disabled ? context.now().toISOString() : null;
    return { ok: { event, cells: { disabled_at, reset_hash: null, reset_ends_at: null } } };
  });
}

/** Gives a user another role, from their next call on. The last owner keeps theirs. */
export function setRole(context: AuditContext, actor: string, userId: string, role: DeskRole) {
  return changeUser(context, { actor, userId }, async (tx, user) => {
    const { desk_role: was, disabled_at } = user;
    if (was === role) return { ok: null };
    if (role === "owner" && disabled_at !== null) return { refusal: disabledOwner };
    if (await isLastOwner(tx, user)) return { refusal: lastOwner };
    return { ok: { ...roleChange(was, role), cells: { desk_role: role } } };
  });
}

function roleChange(was: DeskRole, becomes: DeskRole) {
  const details = { was: roleField.options[was], becomes: roleField.options[becomes] };
  return { event: "role-changed", details } as const;
}

const unknownUser: Refusal = { status: 404, message: "There is no such user who may sign in" };
const lastOwner: Refusal = { status: 409, message: deskMessages.lastOwner };
const disabledOwner: Refusal = { status: 409, message: deskMessages.disabledOwner };

interface UserChange extends Pick<AuditEvent, "event" | "details"> {
  readonly cells: Partial<UserRow>;
}

/** `decide` returns what changes; null if nothing does. */
function changeUser(
  context: AuditContext,
  { actor, userId }: { actor: string; userId: string },
  decide: (tx: Query, user: UserRow) => Promise<Outcome<UserChange | null, Refusal>>,
): Promise<Outcome<true, Refusal>> {
  const { database } = context;
  return database.write(async (tx) => {
    await database.lock(tx, "owners"); // Owners are counted under this lock.
    await database.lock(tx, `user ${userId}`); // Waits for a sign-in in flight.
    const user = await userById(tx, userId);
    if (user === undefined) return { refusal: unknownUser };
    const decided = await decide(tx, user);
    if ("refusal" in decided) return decided;
    if (decided.ok === null) return { ok: true };
    const { cells, ...event } = decided.ok;
    await tx.updateTable("users").set(cells).where("id", "=", userId).execute();
    await recordAudit(tx, context, { ...event, actor, subject: userId });
    return { ok: true };
  });
}

/** Owners who have not chosen a password yet don't count. */
async function isLastOwner(tx: Query, { id, desk_role, disabled_at }: UserRow): Promise<boolean> {
  if (desk_role !== "owner" || disabled_at !== null) return false;
  const other = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "<>", id)
    .where("desk_role", "=", "owner")
    .where("disabled_at", "is", null)
    .where("password_hash", "<>", "")
    .where("password_ends_at", "is", null)
    .executeTakeFirst();
  return other === undefined;
}
