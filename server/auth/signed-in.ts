import type { FastifyReply, FastifyRequest } from "fastify";
import * as v from "valibot";

import { userRoles } from "#domain/wire.ts";

import { type Refusal, refuse } from "../http/errors.ts";
import type { Services } from "../services.ts";
import { authCookies } from "./cookies.ts";
import { ownPasswordProblem } from "./own-password.ts";
import { type SignedIn, signedInBy } from "./sessions.ts";

export const signedOut = { status: 401, message: "Not signed in" } as const;

/** The admin who sent this request and their session, or null. */
export async function adminOfRequest(services: Services, request: FastifyRequest): Promise<SignedIn | null> {
  const who = await signedInBy(services, authCookies(request).access);
  return who !== null && userRoles.some((role) => role === who.user.role) ? who : null;
}

type AdminHandler = (who: SignedIn, request: FastifyRequest, reply: FastifyReply) => unknown;

/** A handler that only admins reach; everybody else is told to sign in. */
export function forAdmins(services: Services, handler: AdminHandler) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const who = await adminOfRequest(services, request);
    return who === null ? refuse(request, reply, signedOut) : handler(who, request, reply);
  };
}

export const incomplete: Refusal = { status: 400, message: "Something is missing in this form" };

const withPassword = v.object({ password: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) });

/** A handler for admins who say their password once more, in the body's `password`. */
export function withOwnPassword(services: Services, handler: AdminHandler) {
  return forAdmins(services, async (who, request, reply) => {
    const body = v.safeParse(withPassword, request.body);
    if (!body.success) return refuse(request, reply, incomplete);
    const refusal = await ownPasswordProblem(services, who.user, body.output.password, "password");
    return refusal === null ? handler(who, request, reply) : refuse(request, reply, refusal);
  });
}
