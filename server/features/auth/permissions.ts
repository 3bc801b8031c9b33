import type { FastifyReply, FastifyRequest } from "fastify";

import { deskMessages } from "#domain/desk-wire.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import type { Services } from "#server/services/services.ts";

import { sessionToken, type SignedIn, signedInBy } from "./sessions.ts";

export const signedOut: Refusal = { status: 401, message: "Not signed in", code: "42501" };
export const incomplete: Refusal = { status: 400, message: "Something is missing in this form" };
const ownersOnly: Refusal = { status: 403, message: deskMessages.ownersOnly };

type StaffHandler = (who: SignedIn, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Wraps a handler for signed-in staff. Others get 401. */
export function forStaff(services: Services, handler: StaffHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const who = await signedInBy(services, sessionToken(request));
    if (who?.user.role !== "admin") return refuse(request, reply, signedOut);
    request.userId = who.user.id;
    return handler(who, request, reply);
  };
}

export function forOwners(services: Services, handler: StaffHandler) {
  return forStaff(services, (who, request, reply) =>
    who.user.owner_since === null ? refuse(request, reply, ownersOnly) : handler(who, request, reply),
  );
}
