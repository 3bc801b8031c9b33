import type { FastifyInstance } from "fastify";

import type { OwnSession } from "#domain/accounts.ts";
import { deskEndpoints } from "#domain/desk-wire.ts";
import type { Query } from "#server/platform/database/database.ts";
import { refuse } from "#server/platform/http/errors.ts";
import { idIn } from "#server/platform/http/read-fields.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import type { Services } from "#server/services/services.ts";

import { forStaff, withRecentPassword } from "./permissions.ts";
import { endSession, endSessionsOf, isAlive, type SignedIn } from "./sessions.ts";

export function ownSessionRoutes(server: FastifyInstance, services: Services): void {
  const { database } = services;
  server.get(
    deskEndpoints.sessions,
    forStaff(services, (who) => ownSessions(services, who)),
  );
  server.delete(
    `${deskEndpoints.sessions}/:id`,
    withRecentPassword(services, async (who, request, reply) => {
      const id = idIn(request);
      const isEnded = id !== null && (await database.write((tx) => endOwnSession(tx, services, who, id)));
      if (!isEnded) return refuse(request, reply, { status: 404, message: "That session is over already" });
      return { success: true };
    }),
  );
  server.delete(
    deskEndpoints.sessions,
    withRecentPassword(services, async (who) => {
      await database.write((tx) => endOtherSessions(tx, services, who));
      return { success: true };
    }),
  );
}

async function ownSessions(context: AuditContext, who: SignedIn): Promise<OwnSession[]> {
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

/** Signs the user out in one browser. Returns false if the session is not theirs, or over. */
async function endOwnSession(tx: Query, context: AuditContext, { user }: SignedIn, id: string) {
  const [ended] = await endSession(tx, id, context.now(), user.id);
  if (ended === undefined) return false;
  await recordAudit(tx, context, { event: "session-ended", actor: user.id, browser: ended.browser });
  return true;
}

async function endOtherSessions(
  tx: Query,
  context: AuditContext,
  { user, sessionId }: SignedIn,
): Promise<void> {
  const count = await endSessionsOf(tx, user.id, context.now(), sessionId);
  if (count > 0) await recordAudit(tx, context, { event: "sessions-ended", actor: user.id, count });
}

const browsers = [
  ["Edge", /Edg(?:e|A|iOS)?\//],
  ["Opera", /OPR\//],
  ["Samsung Internet", /SamsungBrowser\//],
  ["Firefox", /(?:Firefox|FxiOS)\//],
  ["Chrome", /(?:Chrome|CriOS|Chromium)\//],
  ["Safari", /Version\/[\d.]+ .*Safari\//],
] as const;

const systems = [
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Android", /Android/],
  ["Windows", /Windows/],
  ["Mac", /Macintosh|Mac OS X/],
  ["ChromeOS", /CrOS/],
  ["Linux", /Linux/],
] as const;

/** Returns a browser's name for people, such as "Chrome on Windows", from its User-Agent header. */
export function browserName(userAgent: string | undefined): string {
  const find = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(userAgent ?? ""))?.[0];
  const browser = find(browsers) ?? "Unknown browser";
  const system = find(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
