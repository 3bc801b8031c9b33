import type { FastifyInstance } from "fastify";
import * as v from "valibot";

import { deskEndpoints } from "#domain/desk-wire.ts";
import { refuse } from "#server/platform/http/errors.ts";
import { recordAudit } from "#server/services/audit/audit-log.ts";
import type { Services } from "#server/services/services.ts";

import { setDevice } from "./cookies.ts";
import { changeOwnPassword } from "./own-password.ts";
import { endOwnSession, endSessionsOf, ownSessions } from "./own-sessions.ts";
import { withRecentPassword } from "./permissions.ts";
import { forAdmins, forAdminsChoosingPassword, incomplete } from "./signed-in.ts";
import { confirmTwoStep, endTwoStep, renewRecoveryCodes, startTwoStep, twoStepState } from "./two-step.ts";

const text = (maxLength: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength));
const passwordChange = v.object({ current: text(4096), next: text(4096) });
const withCode = v.object({ code: text(64) });
const sessionId = v.object({ id: v.pipe(v.string(), v.uuid()) });

/** What users do with their own account: password, two-step sign-in, sessions. */
export function ownAccountRoutes(server: FastifyInstance, services: Services): void {
  passwordRoute(server, services);
  sessionRoutes(server, services);
  twoStepRoutes(server, services);
}

function passwordRoute(server: FastifyInstance, services: Services): void {
  server.post(
    deskEndpoints.password,
    forAdminsChoosingPassword(services, async (who, request, reply) => {
      const body = v.safeParse(passwordChange, request.body);
      if (!body.success) return refuse(request, reply, incomplete);
      const change = await changeOwnPassword(services, who, body.output);
      if (!change.ok) return refuse(request, reply, change.refusal);
      setDevice(reply, change.deviceToken);
      return { success: true };
    }),
  );
}

function sessionRoutes(server: FastifyInstance, services: Services): void {
  const { database } = services;
  server.get(
    deskEndpoints.sessions,
    forAdmins(services, (who) => ownSessions(services, who)),
  );
  server.delete(
    `${deskEndpoints.sessions}/:id`,
    withRecentPassword(services, async (who, request, reply) => {
      const target = v.safeParse(sessionId, request.params);
      const ended =
        target.success && (await database.write((tx) => endOwnSession(tx, services, who, target.output.id)));
      if (!ended) return refuse(request, reply, { status: 404, message: "That session is over already" });
      return { success: true };
    }),
  );
  server.delete(
    deskEndpoints.sessions,
    withRecentPassword(services, async (who) => {
      await database.write(async (tx) => {
        const count = await endSessionsOf(tx, who.user.id, services.now(), who.sessionId);
        if (count > 0)
          await recordAudit(tx, services, { event: "sessions-ended", actor: who.user.id, count });
      });
      return { success: true };
    }),
  );
}

function twoStepRoutes(server: FastifyInstance, services: Services): void {
  const { database } = services;
  server.get(
    deskEndpoints.twoStep,
    forAdmins(services, ({ user }) => twoStepState(database.reader, user.id)),
  );
  server.post(
    deskEndpoints.twoStep,
    withRecentPassword(services, async ({ user }, request, reply) => {
      const key = await database.write((tx) => startTwoStep(tx, services, user));
      return key ?? refuse(request, reply, { status: 409, message: "Two-step sign-in is on already" });
    }),
  );
  server.put(
    deskEndpoints.twoStep,
    forAdmins(services, async ({ user }, request, reply) => {
      const body = v.safeParse(withCode, request.body);
      if (!body.success) return refuse(request, reply, incomplete);
      const codes = await database.write((tx) => confirmTwoStep(tx, services, user.id, body.output.code));
      if (codes !== null) return { recovery_codes: codes };
      const message = "That code does not fit. Check the clock of your phone and enter the next one";
      return refuse(request, reply, { status: 400, message, field: "code" });
    }),
  );
  server.post(
    deskEndpoints.twoStepOff,
    withRecentPassword(services, async ({ user }) => {
      await database.write((tx) => endTwoStep(tx, services, user.id, user.id));
      return { success: true };
    }),
  );
  server.post(
    deskEndpoints.recoveryCodes,
    withRecentPassword(services, async ({ user }, request, reply) => {
      const codes = await database.write((tx) => renewRecoveryCodes(tx, services, user.id));
      if (codes !== null) return { recovery_codes: codes };
      return refuse(request, reply, { status: 409, message: "Two-step sign-in is off" });
    }),
  );
}
