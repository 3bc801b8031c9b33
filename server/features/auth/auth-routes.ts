import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { deskEndpoints } from "#domain/desk-wire.ts";
import { messages } from "#domain/messages.ts";
import { withoutUnseen } from "#domain/unseen-characters.ts";
import {
  type CurrentUser,
  endpoints,
  keptStorageHeader,
  lastListSchema,
  type LoginAnswer,
} from "#domain/wire.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { clientAddress } from "#server/platform/http/client-address.ts";
import { refuse, type Refusal } from "#server/platform/http/errors.ts";
import { recordAudit } from "#server/services/audit/audit-log.ts";
import { liveStart } from "#server/services/events/events.ts";
import type { Services } from "#server/services/services.ts";

import { confirmationRoute } from "./confirmation.ts";
import { logIn } from "./login.ts";
import { ownNameRoute } from "./own-name.ts";
import { ownPasswordRoute } from "./own-password.ts";
import { browserName, ownSessionRoutes } from "./own-sessions.ts";
import { forStaffChoosingPassword, signedOut, forStaff } from "./permissions.ts";
import { refreshSession, sessionsIn, signOut } from "./sessions.ts";
import { authCookies, type AuthCookies, clearTokens, setDevice, setTokens } from "./tokens.ts";
import { twoStepRoutes } from "./two-step.ts";
import { userRoutes } from "./user-routes.ts";
import { hasFirstPassword } from "./users.ts";

const credentials = v.object({
  email: v.pipe(v.string(), v.transform(withoutUnseen), v.minLength(1), v.maxLength(254)),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)),
  code: v.optional(v.pipe(v.string(), v.maxLength(64))),
});

/** Everything about signing in, one's own account and the users (design.md section 3). */
export function authRoutes(server: FastifyInstance, services: Services): void {
  loginRoute(server, services);
  sessionRoutes(server, services);
  confirmationRoute(server, services);
  ownPasswordRoute(server, services);
  ownNameRoute(server, services);
  lastListRoute(server, services);
  ownSessionRoutes(server, services);
  twoStepRoutes(server, services);
  userRoutes(server, services);
}

function loginRoute(server: FastifyInstance, services: Services): void {
  server.post(endpoints.login, async (request, reply) => {
    const parsed = v.safeParse(credentials, request.body);
    if (!parsed.success)
      return refuse(request, reply, { status: 400, message: "Email and password are required" });
    const { email, password, code } = parsed.output;
    const outcome = await logIn(services, {
      email,
      password,
      code,
      clientAddress: clientAddress(request.ip),
      browser: browserName(request.headers["user-agent"]),
      cookies: authCookies(request),
    });
    services.counters.signIns.inc({ outcome: outcome.kind });
    request.log.info({ outcome: outcome.kind }, "sign-in");
    if (outcome.kind === "limited") {
      const { retryAfterSeconds } = outcome;
      return refuse(request, reply, { status: 429, message: messages.tooManySignIns, retryAfterSeconds });
    }
    if (outcome.kind === "refused") return refuse(request, reply, { status: 401, message: outcome.message });
    if (outcome.kind === "code-required") {
      const answer: LoginAnswer = { success: false, error: outcome.message, code_required: true };
      return reply.status(401).send(answer);
    }
    setTokens(reply, outcome.tokens);
    setDevice(reply, outcome.deviceToken);
    return { success: true, ...(outcome.hasFirstPassword ? { choose_password: true } : {}) };
  });
}

function sessionRoutes(server: FastifyInstance, services: Services): void {
  server.post(endpoints.refresh, async (request, reply) => {
    const tokens = await refreshSession(services, authCookies(request).refresh);
    if (tokens === null) {
      clearTokens(reply);
      return refuse(request, reply, signedOut);
    }
    setTokens(reply, tokens);
    return { success: true };
  });

  server.get(
    endpoints.currentUser,
    forStaffChoosingPassword(services, ({ user }) => currentUser(services, user)),
  );

  server.post(endpoints.logout, async (request, reply) => {
    const wasSignedIn = await logOut(services, authCookies(request));
    clearTokens(reply);
    const isKept = request.headers[keptStorageHeader] !== undefined;
    // Without "cookies": the login limits recognise this browser by its device cookie.
    if (wasSignedIn && !isKept) reply.header("clear-site-data", '"storage"');
    return reply.status(204).send();
  });
}

/** Returns whether the cookies name a session, even one that was over already. */
async function logOut(services: Services, cookies: AuthCookies): Promise<boolean> {
  const ids = sessionsIn(services.keys, cookies);
  if (ids.length === 0) return false;
  await services.database.write(async (tx) => {
    const signedOutUsers = await signOut(tx, ids, services.now());
    for (const actor of signedOutUsers) await recordAudit(tx, services, { event: "signed-out", actor });
  });
  return true;
}

const storedListSchema = v.pipe(v.string(), v.parseJson(), lastListSchema);

async function currentUser({ database }: Services, user: UserRow): Promise<CurrentUser> {
  const { id, email, full_name, role, owner_since, last_list: list } = user;
  const isOwner = owner_since !== null;
  const next = hasFirstPassword(user)
    ? { must_choose_password: true }
    : { live_start: await liveStart(database.reader) };
  const last = v.safeParse(storedListSchema, list);
  const lastList = last.success ? { last_list: last.output } : {};
  return { id, email, full_name, role, is_owner: isOwner, ...next, ...lastList };
}

const unreadable: Refusal = { status: 400, message: "The list could not be read" };

/** Keeps the list that a user last chose: their next sign-in, on any device, begins with it. */
function lastListRoute(server: FastifyInstance, services: Services): void {
  server.put(
    deskEndpoints.lastList,
    forStaff(services, async ({ user }, request, reply) => {
      const parsed = v.safeParse(lastListSchema, request.body);
      if (!parsed.success) return refuse(request, reply, unreadable);
      const list = JSON.stringify(parsed.output);
      await services.database.write((tx) =>
        tx.updateTable("users").set({ last_list: list }).where("id", "=", user.id).execute(),
      );
      return { success: true };
    }),
  );
}
