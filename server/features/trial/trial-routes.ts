import type { FastifyInstance, FastifyRequest } from "fastify";

import { deskCalls } from "#domain/desk-wire.ts";
import { endpoints } from "#domain/endpoints.ts";
import { forOwners } from "#server/features/auth/permissions.ts";
import { askBothAgain } from "#server/features/auth/two-step.ts";
import { type Refusal, refuse } from "#server/platform/http/errors.ts";
import { recordAudit } from "#server/services/audit/audit-log.ts";
import type { Services } from "#server/services/services.ts";
import { makeShopHere } from "#server/services/trial/trial.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Set if the method misleads: a GET that settles a payment, a POST that only searches. */
    isWrite?: boolean;
  }
}

/** Requests that visitors of a trial need, and the one that ends it. */
const allowed: ReadonlySet<string | undefined> = new Set([
  endpoints.login,
  endpoints.refresh,
  endpoints.logout,
  deskCalls.password.path, // Of the first one, nothing else can be seen.
  deskCalls.thisIsTheShop.path,
]);

const refusal: Refusal = {
  status: 503,
  message: "This server is a trial: nothing can be changed or sent here",
  code: "25006", // PostgreSQL's read_only_sql_transaction.
};

/** For every route, of whichever feature. Add it before them. */
export function refuseWritesInTrial(server: FastifyInstance, { trial }: Services): void {
  server.addHook("onRequest", async (request, reply) => {
    if (!isWrite(request) || allowed.has(request.routeOptions.url)) return undefined;
    return (await trial.reason()) === null ? undefined : refuse(request, reply, refusal);
  });
}

const reads: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

function isWrite({ method, routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isWrite ?? !reads.has(method);
}

const asked: Refusal = {
  status: 409,
  message: "This server was started with TRIAL=on. Start it without, then say so again",
};

/** "This is the shop now". It is at once, on every instance: each asks the database before a write and a chore. */
export function trialRoutes(server: FastifyInstance, services: Services): void {
  const { database, trial } = services;
  server.post(
    deskCalls.thisIsTheShop.path,
    forOwners(services, async ({ user }, { body }) => {
      const reason = await trial.reason();
      if (reason === null) return { ok: true }; // This is the shop already.
      if (reason === "asked") return { refusal: asked };
      const proved = await askBothAgain(services, user, body);
      if ("refusal" in proved) return proved;
      await database.write(async (tx) => {
        await makeShopHere(tx);
        await recordAudit(tx, services, { event: "shop-moved", actor: user.id });
      });
      return { ok: true };
    }),
  );
}
