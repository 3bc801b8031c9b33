import { randomUUID } from "node:crypto";

import { sessionEnds, sessionsAtMost } from "#domain/accounts.ts";
import { hourMs, minuteMs } from "#domain/durations.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { SessionRow, UserRow } from "#server/platform/database/tables.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";

import {
  absoluteLifetimeMs,
  accessLifetimeMs,
  type AuthCookies,
  makeToken,
  readToken,
  type Token,
  type TokenPair,
} from "./tokens.ts";
import { isFirstPasswordExpired, userById } from "./users.ts";

const idleLifetimeMs = sessionEnds.idleHours * hourMs;
/** The clocks of instances differ by less than this. */
const clocksDifferMs = 10 * minuteMs;
/** Several tabs refresh at once: within this time the parent token gets the same successor (design.md 8.17). */
const reuseWindowMs = 10_000;

export async function openSession(
  tx: Query,
  { keys, now: clock }: AuditContext,
  { userId, browser }: { userId: string; browser: string },
): Promise<TokenPair> {
  const now = clock();
  const session: SessionRow = {
    id: randomUUID(),
    user_id: userId,
    counter: 0,
    created_at: now.toISOString(),
    rotated_at: now.toISOString(),
    ended_at: null,
    browser,
    confirmed_at: null,
  };
  await endLeastUsed(tx, userId, now);
  await tx.insertInto("sessions").values(session).execute();
  return tokensFor(keys, session, now);
}

async function endLeastUsed(tx: Query, userId: string, now: Date): Promise<void> {
  const open = tx.selectFrom("sessions").select("id").where("user_id", "=", userId);
  const kept = open
    .where("ended_at", "is", null)
    .orderBy("rotated_at", "desc")
    .limit(sessionsAtMost - 1);
  await tx
    .updateTable("sessions")
    .set({ ended_at: now.toISOString() })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("id", "not in", kept)
    .execute();
}

export interface SignedIn {
  readonly user: UserRow;
  readonly sessionId: string;
}

/** Returns null if the token is wrong, expired or from before a confirmation, the session over or the user disabled. */
export async function signedInBy(context: AuditContext, text: string | undefined): Promise<SignedIn | null> {
  const now = context.now();
  const token = readToken(context.keys, "access", text);
  if (token === null || token.number <= now.getTime()) return null;
  const session = await sessionById(context.database.reader, sessionIdIn(token));
  if (session === undefined || !isAlive(session, now) || token.subject !== accessSubject(session))
    return null;
  const user = await activeUser(context.database.reader, session.user_id, now);
  return user === null ? null : { user, sessionId: session.id };
}

/** Accepts the current token and, for ten seconds, its parent from other tabs. An older token ends the session. */
export function refreshSession(context: AuditContext, text: string | undefined): Promise<TokenPair | null> {
  const token = readToken(context.keys, "refresh", text);
  if (token === null) return Promise.resolve(null);
  const { database, keys } = context;
  return database.write(async (tx) => {
    await database.lock(tx, `session ${token.subject}`);
    const now = context.now();
    const session = await sessionById(tx, token.subject);
    if (session === undefined || !isAlive(session, now)) return null;
    if ((await activeUser(tx, session.user_id, now)) === null) return null;
    if (token.number === session.counter) return tokensFor(keys, await rotate(tx, session, now), now);
    const isParent = token.number === session.counter - 1;
    if (isParent && now.getTime() - Date.parse(session.rotated_at) <= reuseWindowMs) {
      return tokensFor(keys, session, now);
    }
    await endSession(tx, session.id, now);
    await recordAudit(tx, context, {
      event: "session-replayed",
      actor: "somebody",
      subject: session.user_id,
    });
    return null;
  });
}

/**
 * Notes that the user has proven again who they are, and renews both tokens: access tokens from before end at once
 * (ASVS 5.0, 7.2.4). Returns null if the session is over.
 */
export async function confirmSession(
  tx: Query,
  { database, keys, now: clock }: AuditContext,
  id: string,
): Promise<TokenPair | null> {
  await database.lock(tx, `session ${id}`);
  const now = clock();
  const session = await sessionById(tx, id);
  if (session === undefined || !isAlive(session, now)) return null;
  return tokensFor(keys, await rotate(tx, session, now, now.toISOString()), now);
}

/** The ids of the sessions that a browser's cookies name. */
export function sessionsIn(keys: Keys, cookies: Pick<AuthCookies, "access" | "refresh">): string[] {
  const access = readToken(keys, "access", cookies.access);
  const refresh = readToken(keys, "refresh", cookies.refresh);
  return [access, refresh].filter((token) => token !== null).map(sessionIdIn);
}

/** Ends these sessions. Returns whose they were, once for each that was alive. */
export async function signOut(tx: Query, ids: readonly string[], now: Date): Promise<string[]> {
  const ended: SessionRow[] = [];
  for (const id of ids) ended.push(...(await endSession(tx, id, now)));
  return ended.filter((one) => isAlive({ ...one, ended_at: null }, now)).map((one) => one.user_id);
}

type Issuing = Pick<SessionRow, "id" | "counter" | "confirmed_at">;

function tokensFor(keys: Keys, session: Issuing, now: Date): TokenPair {
  const endsAt = now.getTime() + accessLifetimeMs;
  return {
    access: makeToken(keys, "access", { subject: accessSubject(session), number: endsAt }),
    refresh: makeToken(keys, "refresh", { subject: session.id, number: session.counter }),
  };
}

/** Names the session's last confirmation too, so that access tokens from before it are no longer valid. */
function accessSubject({ id, confirmed_at: at }: Pick<SessionRow, "id" | "confirmed_at">): string {
  return at === null ? id : `${id}_${Date.parse(at)}`;
}

function sessionIdIn({ subject }: Token): string {
  return subject.replace(/_.*/, "");
}

export function isAlive(
  session: Pick<SessionRow, "created_at" | "rotated_at" | "ended_at">,
  now: Date,
): boolean {
  const idle = now.getTime() - Date.parse(session.rotated_at);
  const age = now.getTime() - Date.parse(session.created_at);
  // A session from the future began while the clock was wrong, so its age is unknown.
  const isFromFuture = Math.min(idle, age) < -clocksDifferMs;
  return session.ended_at === null && !isFromFuture && idle < idleLifetimeMs && age < absoluteLifetimeMs;
}

/** Returns those sessions that are alive and belong to an active user. */
export async function aliveSessions(
  db: Query,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const sessions = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["sessions.id", "sessions.created_at", "rotated_at", "ended_at"])
    .where("sessions.id", "in", [...new Set(ids)])
    .where("users.disabled_at", "is", null)
    .execute();
  return new Set(sessions.filter((session) => isAlive(session, now)).map(({ id }) => id));
}

/** Returns the user if they may sign in. A session opened with a first password ends when that expires. */
async function activeUser(db: Query, id: string, now: Date): Promise<UserRow | null> {
  const user = await userById(db, id);
  if (user === undefined || user.disabled_at !== null || isFirstPasswordExpired(user, now)) return null;
  return user;
}

function sessionById(db: Query, id: string): Promise<SessionRow | undefined> {
  return db.selectFrom("sessions").selectAll().where("id", "=", id).executeTakeFirst();
}

async function rotate(
  tx: Query,
  session: SessionRow,
  now: Date,
  confirmed_at = session.confirmed_at,
): Promise<SessionRow> {
  const change = { counter: session.counter + 1, rotated_at: now.toISOString(), confirmed_at };
  await tx.updateTable("sessions").set(change).where("id", "=", session.id).execute();
  return { ...session, ...change };
}

/** Returns the session that ended: none if it was over already, or is not that user's. */
export function endSession(tx: Query, id: string, now: Date, userId?: string): Promise<SessionRow[]> {
  let ending = tx
    .updateTable("sessions")
    .set({ ended_at: now.toISOString() })
    .where("id", "=", id)
    .where("ended_at", "is", null);
  if (userId !== undefined) ending = ending.where("user_id", "=", userId);
  return ending.returningAll().execute();
}

/** Ends every session of a user except one, for example when the password changes. Returns how many were alive. */
export async function endSessionsOf(
  tx: Query,
  userId: string,
  now: Date,
  except: string | null = null,
): Promise<number> {
  const ended = await tx
    .updateTable("sessions")
    .set({ ended_at: now.toISOString() })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("id", "<>", except ?? "")
    .returning(["id", "created_at", "rotated_at", "ended_at"])
    .execute();
  return ended.filter((session) => isAlive({ ...session, ended_at: null }, now)).length;
}

export async function purgeSessions(tx: Query, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - absoluteLifetimeMs).toISOString();
  await tx.deleteFrom("sessions").where("created_at", "<", oldest).execute();
}
