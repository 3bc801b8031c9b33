import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { type OwnSession, ownNameField } from "#domain/accounts.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import type { Outcome } from "#domain/outcome.ts";
import { isNameless } from "#domain/reply-text.ts";
import { fieldsParser } from "#domain/submission-values.ts";
import { lastListSchema } from "#domain/wire.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { idIn, readFields } from "#server/platform/http/read-request.ts";
import { hashPassword, passwordProblem } from "#server/platform/passwords/passwords.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import type { Services } from "#server/services/services.ts";

import {
  askPasswordAgain,
  forEveryRole,
  incomplete,
  passwordSchema,
  type StaffHandler,
} from "./permissions.ts";
import { endSessionsOf, openSessions, type SignedInUser } from "./sessions.ts";
import { type PasswordContext, setPassword } from "./set-password.ts";

const parseName = fieldsParser({ full_name: ownNameField });
const noName: Refusal = { status: 400, message: "Enter your own name", field: "full_name" };
const unreadableList: Refusal = { status: 400, message: "The list could not be read" };

export function ownAccountRoutes(server: FastifyInstance, services: Services): void {
  const { database } = services;
  /** The name signs the user's replies. */
  const nameRoute = forEveryRole(services, async ({ user }, request) => {
    const name = readName(request.body);
    if ("refusal" in name) return name;
    await database.write((tx) => setName(tx, services, user.id, name.ok));
    return { ok: true };
  });
  server.post(deskCalls.ownName.path, nameRoute);

  const passwordHandler: StaffHandler = (who, request) => {
    const body = v.safeParse(passwordChange, request.body);
    return body.success ? changePassword(services, who, body.output) : { refusal: incomplete };
  };
  server.post(deskCalls.password.path, forEveryRole(services, passwordHandler, true));

  /** Keeps the list that a user last chose: their next sign-in, on any device, begins with it. */
  const lastListRoute = forEveryRole(services, async ({ user }, request) => {
    const parsed = v.safeParse(lastListSchema, request.body);
    if (!parsed.success) return { refusal: unreadableList };
    const last_list = JSON.stringify(parsed.output);
    await database.write((tx) =>
      tx.updateTable("users").set({ last_list }).where("id", "=", user.id).execute(),
    );
    return { ok: true };
  });
  server.put(deskCalls.lastList.path, lastListRoute);
  sessionRoutes(server, services);
}

function readName(body: unknown): Outcome<string, Refusal> {
  const read = readFields(parseName, body);
  if ("refusal" in read) return read;
  const [name = ""] = Object.values(read.ok);
  return isNameless(name) ? { refusal: noName } : { ok: name };
}

async function setName(tx: Query, context: AuditContext, id: string, name: string): Promise<void> {
  await tx.updateTable("users").set({ full_name: name }).where("id", "=", id).execute();
  await recordAudit(tx, context, { event: "name-changed", actor: id });
}

/** With the first password comes the name, if there is none. */
const passwordChange = v.object({
  current: passwordSchema,
  next: passwordSchema,
  full_name: v.optional(v.string()),
});

/** Changes the password and signs the user out everywhere else. Throws `HashingQueueFull`. */
async function changePassword(
  context: PasswordContext,
  { user, sessionId }: SignedInUser,
  { current, next, ...named }: v.InferOutput<typeof passwordChange>,
): Promise<Outcome<true, Refusal>> {
  const name = named.full_name === undefined ? null : readName(named);
  if (name !== null && "refusal" in name) return name;
  const problem =
    next === current ? "The new password is the same as the current one" : passwordProblem(next, user.email);
  if (problem !== null) return { refusal: { status: 400, message: problem, field: "next" } };
  const asked = await askPasswordAgain(context, user, current, "current");
  if ("refusal" in asked) return asked;
  const changed = { hash: await hashPassword(next), actor: user.id, session: sessionId };
  const isSet = await context.database.write(async (tx) => {
    if (!(await setPassword(tx, context, user, changed))) return false;
    if (name !== null) await setName(tx, context, user.id, name.ok);
    return true;
  });
  return isSet ? { ok: true } : { refusal: changedElsewhere };
}

const changedElsewhere: Refusal = {
  status: 409,
  message: "Your password was changed elsewhere a moment ago. Sign in again",
};

const sessionOver: Refusal = { status: 404, message: "That session is over already" };

function sessionRoutes(server: FastifyInstance, services: Services): void {
  server.get(
    deskCalls.sessions.path,
    forEveryRole(services, (who) => ownSessions(services, who)),
  );
  server.delete(
    deskCalls.sessionEnd.path,
    forEveryRole(services, ({ user }, request) => endSession(services, user.id, idIn(request) ?? "")),
  );
  server.delete(
    deskCalls.sessionEnds.path,
    forEveryRole(services, async ({ user, sessionId }) => {
      await services.database.write(async (tx) => {
        const count = await endSessionsOf(tx, user.id, sessionId);
        await recordAudit(tx, services, { event: "sessions-ended", actor: user.id, details: { count } });
      });
      return { ok: true };
    }),
  );
}

async function ownSessions({ database, now }: AuditContext, who: SignedInUser): Promise<OwnSession[]> {
  const open = await openSessions(database.reader, now()).where("user_id", "=", who.user.id).execute();
  return open.map(({ id, browser, created_at, refreshed_at }) => ({
    id,
    browser,
    created_at,
    last_seen_at: refreshed_at,
    is_this: id === who.sessionId,
  }));
}

function endSession(context: AuditContext, userId: string, id: string): Promise<Outcome<true, Refusal>> {
  return context.database.write(async (tx) => {
    const ending = tx.deleteFrom("sessions").where("id", "=", id).where("user_id", "=", userId);
    const ended = await ending.returning("browser").executeTakeFirst();
    if (ended === undefined) return { refusal: sessionOver };
    await recordAudit(tx, context, { event: "session-ended", actor: userId, details: ended });
    return { ok: true };
  });
}
