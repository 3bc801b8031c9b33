import type { FastifyInstance, FastifyRequest } from "fastify";
import * as v from "valibot";

import { messages } from "#domain/messages.ts";
import { type CurrentUser, endpoints, userRoles } from "#domain/wire.ts";

import type { UserRow } from "../database/tables.ts";
import { clientAddress } from "../http/client-address.ts";
import { refuse } from "../http/errors.ts";
import type { Services } from "../services.ts";
import { authCookies, clearTokens, setDevice, setTokens } from "./cookies.ts";
import { logIn } from "./login.ts";
import { closeSession, refreshSession, userOfAccessToken } from "./sessions.ts";

const credentials = v.object({
  email: v.pipe(v.string(), v.minLength(1), v.maxLength(254)),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
});

export const signedOut = { status: 401, message: "Not signed in" } as const;

/** Sign in, stay signed in, sign out (design.md section 3). */
export function authRoutes(server: FastifyInstance, services: Services): void {
  server.post(endpoints.login, async (request, reply) => {
    const parsed = v.safeParse(credentials, request.body);
    if (!parsed.success)
      return refuse(request, reply, { status: 400, message: "Email and password are required" });
    const { email, password } = parsed.output;
    const deviceToken = authCookies(request).device;
    const outcome = await logIn(services, {
      email,
      password,
      clientAddress: clientAddress(request.ip),
      deviceToken,
    });
    request.log.info({ outcome: outcome.kind }, "sign-in");
    if (outcome.kind === "limited") {
      const { retryAfterSeconds } = outcome;
      return refuse(request, reply, { status: 429, message: messages.tooManySignIns, retryAfterSeconds });
    }
    if (outcome.kind === "refused") return refuse(request, reply, { status: 401, message: outcome.message });
    setTokens(reply, outcome.tokens);
    setDevice(reply, outcome.deviceToken);
    return { success: true };
  });

  server.post(endpoints.refresh, async (request, reply) => {
    const tokens = await refreshSession(services, authCookies(request).refresh);
    if (tokens === null) {
      clearTokens(reply);
      return refuse(request, reply, signedOut);
    }
    setTokens(reply, tokens);
    return { success: true };
  });

  server.get(endpoints.currentUser, async (request, reply) => {
    const user = await userOfRequest(services, request);
    return user === null ? refuse(request, reply, signedOut) : currentUser(user);
  });

  server.post(endpoints.logout, async (request, reply) => {
    await closeSession(services, authCookies(request));
    clearTokens(reply);
    return reply.status(204).send();
  });
}

/** The admin who sent this request, or null. */
export async function userOfRequest(services: Services, request: FastifyRequest): Promise<UserRow | null> {
  const user = await userOfAccessToken(services, authCookies(request).access);
  return user !== null && userRoles.some((role) => role === user.role) ? user : null;
}

function currentUser({ id, email, full_name, role }: UserRow): CurrentUser {
  return { id, email, full_name, role };
}
