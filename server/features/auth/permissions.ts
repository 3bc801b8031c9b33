import type { FastifyReply, FastifyRequest } from "fastify";

import { confirmationMinutes } from "#domain/accounts.ts";
import { deskMessages } from "#domain/desk-wire.ts";
import { userRoles } from "#domain/wire.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { type SignedIn, signedInBy } from "./sessions.ts";
import { authCookies } from "./tokens.ts";
import { hasFirstPassword } from "./users.ts";

export const signedOut: Refusal = { status: 401, message: "Not signed in", code: "42501" };
export const incomplete: Refusal = { status: 400, message: "Something is missing in this form" };

const ownersOnly: Refusal = { status: 403, message: deskMessages.ownersOnly };
const choosePasswordFirst: Refusal = {
  status: 403,
  message: deskMessages.choosePasswordFirst,
  code: "42501",
};
const passwordRequired: Refusal = {
  status: 403,
  message: deskMessages.passwordRequired,
  passwordRequired: true,
};

type Admission =
  | { readonly ok: true; readonly who: SignedIn }
  | { readonly ok: false; readonly refusal: Refusal };

/** Admits signed-in staff. With a first password they may do nothing before they choose their own (ASVS 5.0, 6.4.1). */
async function admit(services: Services, request: FastifyRequest): Promise<Admission> {
  const admission = await admitToOwnPassword(services, request);
  if (!admission.ok || !hasFirstPassword(admission.who.user)) return admission;
  return { ok: false, refusal: choosePasswordFirst };
}

async function admitToOwnPassword(services: Services, request: FastifyRequest): Promise<Admission> {
  const who = await signedInBy(services, authCookies(request).access);
  const hasRole = who !== null && userRoles.some((role) => role === who.user.role);
  if (!hasRole) return { ok: false, refusal: signedOut };
  request.userId = who.user.id;
  return { ok: true, who };
}

type StaffHandler = (who: SignedIn, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Wraps a handler for signed-in staff. Others get 401, or 403 if they must choose a password first. */
export function forStaff(services: Services, handler: StaffHandler) {
  return admitted(services, admit, handler);
}

export function forStaffChoosingPassword(services: Services, handler: StaffHandler) {
  return admitted(services, admitToOwnPassword, handler);
}

function admitted(services: Services, admission: typeof admit, handler: StaffHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const outcome = await admission(services, request);
    return outcome.ok ? handler(outcome.who, request, reply) : refuse(request, reply, outcome.refusal);
  };
}

export function forOwners(services: Services, handler: StaffHandler) {
  return forStaff(services, (who, request, reply) =>
    who.user.owner_since === null ? refuse(request, reply, ownersOnly) : handler(who, request, reply),
  );
}

/**
 * Wraps a handler for dangerous actions. If the session's last sign-in or confirmation is older than ten minutes,
 * returns 403 with `password_required`; the client sends the request again after `auth-confirm`.
 */
export function withRecentPassword(services: Services, handler: StaffHandler) {
  return forStaff(services, confirmed(services, handler));
}

export function forOwnersWithRecentPassword(services: Services, handler: StaffHandler) {
  return forOwners(services, confirmed(services, handler));
}

function confirmed(services: Services, handler: StaffHandler): StaffHandler {
  return async (who, request, reply) =>
    (await isConfirmed(services, who.sessionId))
      ? handler(who, request, reply)
      : refuse(request, reply, passwordRequired);
}

async function isConfirmed({ database, now }: Services, sessionId: string): Promise<boolean> {
  const session = await database.reader
    .selectFrom("sessions")
    .select(["created_at", "confirmed_at"])
    .where("id", "=", sessionId)
    .executeTakeFirst();
  if (session === undefined) return false;
  const at = Date.parse(session.confirmed_at ?? session.created_at);
  // The clock may have been set back since, or be a little behind another instance's.
  return Math.abs(now().getTime() - at) < confirmationMinutes * 60_000;
}
