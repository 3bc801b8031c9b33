import type { FastifyReply, FastifyRequest } from "fastify";

import { deskMessages } from "#domain/desk-wire.ts";
import { userRoles } from "#domain/wire.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { authCookies } from "./cookies.ts";
import { type SignedIn, signedInBy } from "./sessions.ts";
import { hasFirstPassword } from "./users.ts";

export const signedOut: Refusal = { status: 401, message: "Not signed in", code: "42501" };

const choosePasswordFirst: Refusal = {
  status: 403,
  message: deskMessages.choosePasswordFirst,
  code: "42501",
};

/** The admin who sent a request and their session, or why the request is refused. */
export type Admission =
  | { readonly ok: true; readonly who: SignedIn }
  | { readonly ok: false; readonly refusal: Refusal };

/** Admits signed-in admins. Until they have chosen their own password they may do nothing (ASVS 5.0, 6.4.1). */
export async function admit(services: Services, request: FastifyRequest): Promise<Admission> {
  const admission = await admitToOwnPassword(services, request);
  if (!admission.ok || !hasFirstPassword(admission.who.user)) return admission;
  return { ok: false, refusal: choosePasswordFirst };
}

/** Admits signed-in admins, those too who have yet to choose their own password. */
async function admitToOwnPassword(services: Services, request: FastifyRequest): Promise<Admission> {
  const who = await signedInBy(services, authCookies(request).access);
  const isAdmin = who !== null && userRoles.some((role) => role === who.user.role);
  if (!isAdmin) return { ok: false, refusal: signedOut };
  request.userId = who.user.id;
  return { ok: true, who };
}

export type AdminHandler = (who: SignedIn, request: FastifyRequest, reply: FastifyReply) => unknown;

/** A handler that only admins reach; everybody else is told to sign in, or to choose a password first. */
export function forAdmins(services: Services, handler: AdminHandler) {
  return admitted(services, admit, handler);
}

/** As `forAdmins`, for the calls by which a first password is replaced. */
export function forAdminsChoosingPassword(services: Services, handler: AdminHandler) {
  return admitted(services, admitToOwnPassword, handler);
}

function admitted(services: Services, admission: typeof admit, handler: AdminHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const outcome = await admission(services, request);
    return outcome.ok ? handler(outcome.who, request, reply) : refuse(request, reply, outcome.refusal);
  };
}

export const incomplete: Refusal = { status: 400, message: "Something is missing in this form" };
