import { randomBytes, randomUUID } from "node:crypto";

import type { FastifyReply, FastifyRequest } from "fastify";

import { sessionEnds } from "#domain/accounts.ts";
import { dayMs, hourMs, minuteMs } from "#domain/durations.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { SessionRow, UserRow } from "#server/platform/database/tables.ts";
import type { AuditContext } from "#server/services/audit/audit-log.ts";

/** After this, staff calls return 401 until a refresh extends the session (design.md section 3). */
const freshMs = 10 * minuteMs;
const idleMs = sessionEnds.idleHours * hourMs;
const longestMs = sessionEnds.days * dayMs;

/** The prefix makes browsers insist on Secure and on our own host; it works on localhost too. */
const cookieName = "__Host-quadkea_session";
export const cookieOptions = { httpOnly: true, secure: true, sameSite: "strict", path: "/" } as const;

/** The token in the browser's cookie; empty without one. */
export function sessionToken({ cookies }: FastifyRequest): string {
  return cookies[cookieName] ?? "";
}

export function setSession(reply: FastifyReply, token: string): void {
  reply.setCookie(cookieName, token, { ...cookieOptions, maxAge: longestMs / 1000 });
}

export function clearSession(reply: FastifyReply): void {
  reply.clearCookie(cookieName, cookieOptions);
}

/** Opens a session and returns its token of 256 random bits, of which only a hash is stored. */
export async function openSession(
  tx: Query,
  { keys, now }: AuditContext,
  { userId, browser }: { readonly userId: string; readonly browser: string },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const at = now().toISOString();
  const session: SessionRow = {
    id: randomUUID(),
    token_hash: keys.hash("session", token),
    user_id: userId,
    browser,
    created_at: at,
    refreshed_at: at,
  };
  await tx.insertInto("sessions").values(session).execute();
  return token;
}

export interface SignedInUser {
  readonly user: UserRow;
  readonly sessionId: string;
}

/** Returns null if the session is over or must be refreshed first, or the user is disabled. */
export async function signedInBy(context: AuditContext, token: string): Promise<SignedInUser | null> {
  const found = await findSession(context.database.reader, context, token, freshMs);
  if (found === null) return null;
  const { session_id: sessionId, ...user } = found;
  return { user, sessionId };
}

/** Extends the session by ten minutes. Returns false if it is over. */
export function refreshSession(context: AuditContext, token: string): Promise<boolean> {
  return context.database.write(async (tx) => {
    const found = await findSession(tx, context, token, idleMs);
    if (found === null) return false;
    const refreshed = { refreshed_at: context.now().toISOString() };
    await tx.updateTable("sessions").set(refreshed).where("id", "=", found.session_id).execute();
    return true;
  });
}

async function findSession(db: Query, { keys, now }: AuditContext, token: string, withinMs: number) {
  if (token === "") return null;
  const found = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .selectAll("users")
    .select("sessions.id as session_id")
    .where("sessions.token_hash", "=", keys.hash("session", token))
    .where("sessions.refreshed_at", ">", before(now(), withinMs))
    .where("sessions.created_at", ">", before(now(), longestMs))
    .where("users.disabled_at", "is", null)
    .executeTakeFirst();
  return found ?? null;
}

/** Returns those sessions that are not over, the one used last first. */
export function openSessions(db: Query, now: Date) {
  return db
    .selectFrom("sessions")
    .selectAll("sessions")
    .where("refreshed_at", ">", before(now, idleMs))
    .where("sessions.created_at", ">", before(now, longestMs))
    .orderBy("refreshed_at", "desc");
}

/** Returns those sessions that are not over and belong to a user who is not disabled. */
export async function aliveSessions(
  db: Query,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const alive = await openSessions(db, now)
    .innerJoin("users", "users.id", "sessions.user_id")
    .where("sessions.id", "in", [...new Set(ids)])
    .where("users.disabled_at", "is", null)
    .execute();
  return new Set(alive.map(({ id }) => id));
}

/** Ends the session of this token. Returns whose it was; null if there is none. */
export async function signOut(tx: Query, { keys }: AuditContext, token: string): Promise<string | null> {
  const ending = tx.deleteFrom("sessions").where("token_hash", "=", keys.hash("session", token));
  return (await ending.returning("user_id").executeTakeFirst())?.user_id ?? null;
}

/** Ends every session of a user except one, for example when the password changes. Returns how many there were. */
export async function endSessionsOf(tx: Query, userId: string, except = ""): Promise<number> {
  const ending = tx.deleteFrom("sessions").where("user_id", "=", userId).where("id", "<>", except);
  return (await ending.returning("id").execute()).length;
}

export async function purgeSessions(tx: Query, now: Date): Promise<void> {
  await tx.deleteFrom("sessions").where("created_at", "<", before(now, longestMs)).execute();
}

function before(now: Date, ms: number): string {
  return new Date(now.getTime() - ms).toISOString();
}
