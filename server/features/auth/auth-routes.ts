import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { messages } from "#domain/messages.ts";
import { withoutUnseen } from "#domain/plain-text.ts";
import { type CurrentUser, endpoints, lastListSchema, type LoginAnswer } from "#domain/wire.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { clientAddress } from "#server/platform/http/client-address.ts";
import { refuse } from "#server/platform/http/errors.ts";
import { recordAudit } from "#server/services/audit/audit-log.ts";
import { liveStart } from "#server/services/events/events.ts";
import type { Services } from "#server/services/services.ts";

import { ownAccountRoutes } from "./own-account.ts";
import { forStaff, signedOut } from "./permissions.ts";
import { clearSession, refreshSession, sessionToken, setSession, signOut } from "./sessions.ts";
import { deviceIn, setDevice, signIn } from "./sign-in.ts";
import { twoStepRoutes } from "./two-step.ts";
import { userRoutes } from "./user-routes.ts";

const credentials = v.object({
  email: v.pipe(v.string(), v.transform(withoutUnseen), v.minLength(1), v.maxLength(254)),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
  code: v.optional(v.pipe(v.string(), v.maxLength(64))),
});

/** Everything about signing in, one's own account and the users (design.md section 3). */
export function authRoutes(server: FastifyInstance, services: Services): void {
  signInRoute(server, services);
  sessionRoutes(server, services);
  ownAccountRoutes(server, services);
  twoStepRoutes(server, services);
  userRoutes(server, services);
}

function signInRoute(server: FastifyInstance, services: Services): void {
  server.post(endpoints.login, async (request, reply) => {
    const parsed = v.safeParse(credentials, request.body);
    if (!parsed.success)
      return refuse(request, reply, { status: 400, message: "Email and password are required" });
    const { email, password, code } = parsed.output;
    const outcome = await signIn(services, {
      email,
      password,
      code,
      clientAddress: clientAddress(request.ip),
      browser: browserName(request.headers["user-agent"]),
      token: sessionToken(request),
      device: deviceIn(request),
    });
    services.counters.signIns.inc({ outcome: outcome.kind });
    request.log.info({ outcome: outcome.kind }, "sign-in");
    switch (outcome.kind) {
      case "limited": {
        const { retryAfterSeconds } = outcome;
        return refuse(request, reply, { status: 429, message: messages.tooManySignIns, retryAfterSeconds });
      }
      case "refused":
        return refuse(request, reply, { status: 401, message: outcome.message });
      case "code-required": {
        const answer: LoginAnswer = { success: false, error: outcome.message, code_required: true };
        return reply.status(401).send(answer);
      }
      default:
        setSession(reply, outcome.token);
        setDevice(reply, outcome.device);
        return { success: true };
    }
  });
}

function sessionRoutes(server: FastifyInstance, services: Services): void {
  server.post(endpoints.refresh, async (request, reply) => {
    if (await refreshSession(services, sessionToken(request))) return { success: true };
    clearSession(reply);
    return refuse(request, reply, signedOut);
  });
  server.get(
    endpoints.currentUser,
    forStaff(services, ({ user }) => currentUser(services, user)),
  );
  server.post(endpoints.logout, async (request, reply) => {
    await services.database.write(async (tx) => {
      const actor = await signOut(tx, services, sessionToken(request));
      if (actor !== null) await recordAudit(tx, services, { event: "signed-out", actor });
    });
    clearSession(reply);
    return reply.status(204).send();
  });
}

const storedListSchema = v.pipe(v.string(), v.parseJson(), lastListSchema);

async function currentUser({ database }: Services, user: UserRow): Promise<CurrentUser> {
  const { id, email, full_name, role, owner_since, last_list: list } = user;
  const last = v.safeParse(storedListSchema, list);
  return {
    id,
    email,
    full_name,
    role,
    is_owner: owner_since !== null,
    live_start: await liveStart(database.reader),
    ...(last.success ? { last_list: last.output } : {}),
  };
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
export function browserName(userAgent = ""): string {
  const find = (names: readonly (readonly [string, RegExp])[]) =>
    names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const browser = find(browsers) ?? "Unknown browser";
  const system = find(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
