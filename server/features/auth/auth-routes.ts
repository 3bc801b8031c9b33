import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { accountChangeSchema, newAccountFields } from "#domain/accounts.ts";
import { deskCalls, deskMessages } from "#domain/desk-wire.ts";
import { endpoints } from "#domain/endpoints.ts";
import { withoutUnseen } from "#domain/plain-text.ts";
import { fieldsParser } from "#domain/submission-values.ts";
import { type CurrentUser, lastListSchema, type LoginAnswer } from "#domain/wire.ts";
import type { UserRow } from "#server/platform/database/tables.ts";
import { clientAddress } from "#server/platform/http/client-address.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { fieldsIn, idIn, readFields } from "#server/platform/http/read-request.ts";
import { recordAudit } from "#server/services/audit/audit-log.ts";
import { liveStart } from "#server/services/events/events.ts";
import type { Services } from "#server/services/services.ts";

import { ownAccountRoutes } from "./own-account.ts";
import {
  askPasswordAgain,
  forOwners,
  forEveryRole,
  incomplete,
  mustChange,
  passwordSchema,
  sendOutcome,
  signedOut,
} from "./permissions.ts";
import { clearSession, refreshSession, sessionToken, setSession, signOut } from "./sessions.ts";
import { chooseByLink } from "./set-password.ts";
import { deviceIn, setDevice, signIn } from "./sign-in.ts";
import { askBothAgain, twoStepRoutes } from "./two-step.ts";
import { addUser, listAccounts, resetPassword, setDisabled, setRole } from "./users.ts";

const credentials = v.object({
  email: v.pipe(v.string(), v.transform(withoutUnseen), v.minLength(1), v.maxLength(254)),
  password: passwordSchema,
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
    const kind = "ok" in outcome ? "signed-in" : outcome.refusal.kind;
    services.counters.signIns.inc({ outcome: kind });
    request.log.info({ outcome: kind }, "sign-in");
    if ("refusal" in outcome) {
      const { refusal } = outcome;
      if (kind !== "code-required") return refuse(request, reply, refusal);
      const answer: LoginAnswer = { success: false, error: refusal.message, code_required: true };
      return reply.status(refusal.status).send(answer);
    }
    setSession(reply, outcome.ok.token);
    setDevice(reply, outcome.ok.device);
    return { success: true, ...(outcome.ok.mustChange && { must_change: true }) };
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
    forEveryRole(services, ({ user }) => currentUser(services, user), true),
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
  const { id, email, full_name, role, desk_role, last_list: list } = user;
  const last = v.safeParse(storedListSchema, list);
  return {
    id,
    email,
    full_name,
    role,
    desk_role,
    ...(mustChange(user) && { must_change: true }),
    live_start: await liveStart(database.reader),
    ...(last.success ? { last_list: last.output } : {}),
  };
}

const parseNewAccount = fieldsParser(newAccountFields);
const ownLink: Refusal = { status: 409, message: deskMessages.ownPasswordLink };
const choiceSchema = v.object({ token: passwordSchema, password: passwordSchema });

/** The users, for owners; and the link by which a user chooses a password. */
function userRoutes(server: FastifyInstance, services: Services): void {
  server.get(
    deskCalls.users.path,
    forOwners(services, () => listAccounts(services.database.reader)),
  );
  server.post(
    deskCalls.users.path,
    forOwners(services, async ({ user }, request, reply) => {
      const { password, code, ...fields } = fieldsIn(request.body);
      const account = readFields(parseNewAccount, fields);
      if ("refusal" in account) return account;
      const asked = await askBothAgain(services, user, { password, code });
      if ("refusal" in asked) return asked;
      reply.status(201);
      return addUser(services, user.id, account.ok);
    }),
  );
  server.patch(
    deskCalls.userChange.path,
    forOwners(services, async ({ user }, request) => {
      const change = v.safeParse(accountChangeSchema, request.body);
      if (!change.success) return { refusal: incomplete };
      const wanted = change.output;
      const id = idIn(request) ?? "";
      if ("role" in wanted) {
        const proof = wanted.role === "owner" ? await askBothAgain(services, user, wanted) : null;
        if (proof !== null && "refusal" in proof) return proof;
        return setRole(services, user.id, id, wanted.role);
      }
      // An unattended browser must not lock everybody out.
      const asked = wanted.disabled ? await askPasswordAgain(services, user, wanted.password) : null;
      if (asked !== null && "refusal" in asked) return asked;
      return setDisabled(services, user.id, id, wanted.disabled);
    }),
  );
  server.post(
    deskCalls.passwordLink.path,
    forOwners(services, async ({ user }, request) => {
      const id = idIn(request) ?? "";
      if (id === user.id) return { refusal: ownLink };
      const asked = await askBothAgain(services, user, request.body);
      return "refusal" in asked ? asked : resetPassword(services, user.id, id);
    }),
  );
  server.post(deskCalls.choosePassword.path, async (request, reply) => {
    const body = v.safeParse(choiceSchema, request.body);
    if (!body.success) return refuse(request, reply, incomplete);
    const { token, password } = body.output;
    return sendOutcome(request, reply, await chooseByLink(services, token, password));
  });
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
