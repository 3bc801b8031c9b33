import type { OwnSession } from "#domain/accounts.ts";
import type { Query } from "#server/platform/database/database.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";

import { endSession, isAlive, type SignedIn } from "./sessions.ts";

/** Ends every session of a user but that one, for example when the password changes; answers how many. */
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

/** The browsers in which the user is signed in, the one that was used last first. */
export async function ownSessions(context: AuditContext, who: SignedIn): Promise<OwnSession[]> {
  const rows = await context.database.reader
    .selectFrom("sessions")
    .selectAll()
    .where("user_id", "=", who.user.id)
    .where("ended_at", "is", null)
    .orderBy("rotated_at", "desc")
    .execute();
  const alive = rows.filter((row) => isAlive(row, context.now()));
  return alive.map(({ id, browser, created_at, rotated_at }) => ({
    id,
    browser,
    created_at,
    last_seen_at: rotated_at,
    is_this: id === who.sessionId,
  }));
}

/** Signs the user out in one browser; false where the session is not theirs, or over. */
export async function endOwnSession(tx: Query, context: AuditContext, { user }: SignedIn, id: string) {
  const [ended] = await endSession(tx, id, context.now(), user.id);
  if (ended === undefined) return false;
  await recordAudit(tx, context, { event: "session-ended", actor: user.id, browser: ended.browser });
  return true;
}
