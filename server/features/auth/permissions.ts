import type { FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";

import type { DeskRole } from "#domain/desk-roles.ts";
import { deskMessages } from "#domain/desk-wire.ts";
import { minuteMs } from "#domain/durations.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { hashingLanes, verifyPassword } from "#server/platform/passwords/passwords.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import { clearLimit, countAgainst } from "#server/services/limits/limits.ts";
import type { Services } from "#server/services/services.ts";

import { sessionToken, type SignedInUser, signedInBy } from "./sessions.ts";
import { seenFromYard } from "./yard-view.ts";

export const signedOut: Refusal = { status: 401, message: "Not signed in", code: "42501" };
export const incomplete: Refusal = { status: 400, message: "Something is missing in this form" };
const ownersOnly: Refusal = { status: 403, message: deskMessages.ownersOnly };
export const notInRole: Refusal = { status: 403, message: deskMessages.notInRole };
const firstPassword: Refusal = { status: 403, message: deskMessages.firstPassword, code: "42501" };

export const passwordSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(4096));

export type StaffHandler = (who: SignedInUser, request: FastifyRequest, reply: FastifyReply) => unknown;

type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
/** Wraps the handler of a call, and so says which roles may send it. */
export type Guard = (services: Services, handler: StaffHandler, isOpenAtFirst?: boolean) => RouteHandler;

/** For owners and staff: what no other guard opens to the yard is closed to it. */
export const forStaff = guard(["owner", "staff"], notInRole);
export const forOwners = guard(["owner"], ownersOnly);
export const forEveryRole = guard(["owner", "staff", "yard"], notInRole);

/**
 * Those who are not signed in get 401; other roles get 403, and so does everyone as long as their first password must be
 * changed, unless the call is open to them. The handler returns an `Outcome`, or what is sent.
 */
function guard(roles: readonly DeskRole[], refusal: Refusal): Guard {
  return (services, handler, isOpenAtFirst = false) =>
    async (request, reply) => {
      const who = await signedInBy(services, sessionToken(request));
      if (who?.user.role !== "admin") return refuse(request, reply, signedOut);
      request.userId = who.user.id;
      if (mustChange(who.user) && !isOpenAtFirst) return refuse(request, reply, firstPassword);
      if (!roles.includes(who.user.desk_role)) return refuse(request, reply, refusal);
      const outcome = await handler(who, request, reply);
      const answer = isOutcome(outcome) ? sendOutcome(request, reply, outcome) : outcome;
      return who.user.desk_role === "yard" && answer !== reply ? seenFromYard(answer) : answer;
    };
}

/** The first start made the password up. */
export function mustChange({ password_ends_at: endsAt }: UserRow): boolean {
  return endsAt !== null;
}

/** Sends an `ok` that is true as plain success. */
export function sendOutcome(
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: Outcome<unknown, Refusal>,
): unknown {
  if ("refusal" in outcome) return refuse(request, reply, outcome.refusal);
  return outcome.ok === true ? { success: true } : outcome.ok;
}

function isOutcome(answer: unknown): answer is Outcome<unknown, Refusal> {
  return typeof answer === "object" && answer !== null && ("ok" in answer || "refusal" in answer);
}

const checksAtMost = { most: 10, windowMs: 15 * minuteMs };

/**
 * Asks for the user's password again, against an unattended browser: it comes with the act that needs it, as `field`.
 * Throws `HashingQueueFull`.
 */
export async function askPasswordAgain(
  context: AuditContext,
  user: UserRow,
  password: string,
  field = "password",
): Promise<Outcome<true, Refusal>> {
  const { database, keys, now } = context;
  if (password === "") return { refusal: { status: 403, message: deskMessages.passwordRequired, field } };
  const limit = { name: keys.hash("limit", `own password ${user.id}`), ...checksAtMost };
  return hashingLanes.staff.run(async () => {
    const retryAfterSeconds = await database.write((tx) => countAgainst(tx, limit, now()));
    if (retryAfterSeconds !== null)
      return { refusal: { status: 429, message: deskMessages.tooManyPasswords, retryAfterSeconds, field } };
    const isRight = await verifyPassword(password, user.password_hash);
    await database.write((tx) =>
      isRight
        ? clearLimit(tx, limit.name)
        : recordAudit(tx, context, { event: "own-password-refused", actor: user.id }),
    );
    if (isRight) return { ok: true };
    return { refusal: { status: 403, message: "That is not your password", field } };
  });
}
