import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { ownNameField, type OwnSession } from "#domain/accounts.ts";
import { deskEndpoints, deskMessages } from "#domain/desk-wire.ts";
import { minuteMs } from "#domain/durations.ts";
import type { Outcome } from "#domain/outcome.ts";
import { isNameless } from "#domain/reply-text.ts";
import { fieldsParser } from "#domain/submission-values.ts";
import { lastListSchema } from "#domain/wire.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { idIn, readFields } from "#server/platform/http/read-request.ts";
import { passwordProblem } from "#server/platform/passwords/password-policy.ts";
import { hashingLanes, hashPassword, verifyPassword } from "#server/platform/passwords/passwords.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { clearLimit, countAgainst } from "#server/services/limits/limits.ts";
import type { Services } from "#server/services/services.ts";

import { forStaff, incomplete } from "./permissions.ts";
import { endSessionsOf, openSessions, type SignedIn } from "./sessions.ts";
import { setPassword } from "./users.ts";

/** What users change about themselves. */
export function ownAccountRoutes(server: FastifyInstance, services: Services): void {
  nameRoute(server, services);
  passwordRoute(server, services);
  lastListRoute(server, services);
  sessionRoutes(server, services);
}

const parseName = fieldsParser({ full_name: ownNameField });
const noName: Refusal = { status: 400, message: "Enter your own name", field: "full_name" };

/** The name signs the user's replies. */
function nameRoute(server: FastifyInstance, services: Services): void {
  server.post(
    deskEndpoints.ownName,
    forStaff(services, async ({ user }, request, reply) => {
      const read = readFields(parseName, request.body);
      if (!read.ok) return refuse(request, reply, read.refusal);
      const [name = ""] = Object.values(read.values);
      if (isNameless(name)) return refuse(request, reply, noName);
      await services.database.write(async (tx) => {
        await tx.updateTable("users").set({ full_name: name }).where("id", "=", user.id).execute();
        await recordAudit(tx, services, { event: "name-changed", actor: user.id });
      });
      return { success: true };
    }),
  );
}

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(4096));
const passwordChange = v.object({ current: text, next: text });

function passwordRoute(server: FastifyInstance, services: Services): void {
  server.post(
    deskEndpoints.password,
    forStaff(services, async (who, request, reply) => {
      const body = v.safeParse(passwordChange, request.body);
      if (!body.success) return refuse(request, reply, incomplete);
      const outcome = await changePassword(services, who, body.output);
      return "refusal" in outcome ? refuse(request, reply, outcome.refusal) : { success: true };
    }),
  );
}

/** Changes the password and signs the user out everywhere else. Throws `HashingQueueFull`. */
async function changePassword(
  context: AuditContext,
  { user, sessionId }: SignedIn,
  { current, next }: v.InferOutput<typeof passwordChange>,
): Promise<Outcome<true, Refusal>> {
  const problem =
    next === current ? "The new password is the same as the current one" : passwordProblem(next, user.email);
  if (problem !== null) return { refusal: { status: 400, message: problem, field: "next" } };
  const wrong = await wrongPassword(context, user, current, "current");
  if (wrong !== null) return { refusal: wrong };
  const changed = { hash: await hashPassword(next), actor: user.id, session: sessionId };
  const isSet = await context.database.write((tx) => setPassword(tx, context, user, changed));
  return isSet ? { ok: true } : { refusal: changedElsewhere };
}

const changedElsewhere: Refusal = {
  status: 409,
  message: "Your password was changed elsewhere a moment ago. Sign in again",
};

const checksAtMost = { most: 10, windowMs: 15 * minuteMs };

/**
 * Asks for the user's password again, against an unattended browser: it comes with the act that needs it. Returns null
 * if it is right. Throws `HashingQueueFull`.
 */
export async function wrongPassword(
  context: AuditContext,
  user: UserRow,
  password: string,
  field = "password",
): Promise<Refusal | null> {
  const { database, keys, now } = context;
  if (password === "") return { status: 403, message: deskMessages.passwordRequired, field };
  const limit = { name: keys.hash("limit", `own password ${user.id}`), ...checksAtMost };
  return hashingLanes.staff.run(async () => {
    const retryAfterSeconds = await database.write((tx) => countAgainst(tx, limit, now()));
    if (retryAfterSeconds !== null)
      return { status: 429, message: deskMessages.tooManyPasswords, retryAfterSeconds, field };
    const isRight = await verifyPassword(password, user.password_hash);
    await database.write((tx) =>
      isRight
        ? clearLimit(tx, limit.name)
        : recordAudit(tx, context, { event: "own-password-refused", actor: user.id }),
    );
    return isRight ? null : { status: 403, message: "That is not your password", field };
  });
}

/** Keeps the list that a user last chose: their next sign-in, on any device, begins with it. */
function lastListRoute(server: FastifyInstance, services: Services): void {
  server.put(
    deskEndpoints.lastList,
    forStaff(services, async ({ user }, request, reply) => {
      const parsed = v.safeParse(lastListSchema, request.body);
      if (!parsed.success)
        return refuse(request, reply, { status: 400, message: "The list could not be read" });
      const last_list = JSON.stringify(parsed.output);
      await services.database.write((tx) =>
        tx.updateTable("users").set({ last_list }).where("id", "=", user.id).execute(),
      );
      return { success: true };
    }),
  );
}

const sessionOver: Refusal = { status: 404, message: "That session is over already" };

function sessionRoutes(server: FastifyInstance, services: Services): void {
  server.get(
    deskEndpoints.sessions,
    forStaff(services, (who) => ownSessions(services, who)),
  );
  server.delete(
    `${deskEndpoints.sessions}/:id`,
    forStaff(services, async ({ user }, request, reply) => {
      const isEnded = await endSession(services, user, idIn(request) ?? "");
      return isEnded ? { success: true } : refuse(request, reply, sessionOver);
    }),
  );
  server.delete(
    deskEndpoints.sessions,
    forStaff(services, async ({ user, sessionId }) => {
      await services.database.write(async (tx) => {
        const count = await endSessionsOf(tx, user.id, sessionId);
        await recordAudit(tx, services, { event: "sessions-ended", actor: user.id, details: { count } });
      });
      return { success: true };
    }),
  );
}

async function ownSessions({ database, now }: AuditContext, who: SignedIn): Promise<OwnSession[]> {
  const open = await openSessions(database.reader, now()).where("user_id", "=", who.user.id).execute();
  return open.map(({ id, browser, created_at, refreshed_at }) => ({
    id,
    browser,
    created_at,
    last_seen_at: refreshed_at,
    is_this: id === who.sessionId,
  }));
}

function endSession(context: AuditContext, user: UserRow, id: string): Promise<boolean> {
  return context.database.write(async (tx) => {
    const ending = tx.deleteFrom("sessions").where("id", "=", id).where("user_id", "=", user.id);
    const ended = await ending.returning("browser").executeTakeFirst();
    if (ended === undefined) return false;
    await recordAudit(tx, context, { event: "session-ended", actor: user.id, details: ended });
    return true;
  });
}
