import type { FastifyInstance } from "fastify";
import { sql } from "kysely";

import { backupHealth } from "#server/features/backup/backup-health.ts";
import { refuse } from "#server/platform/http/errors.ts";
import { eventLoopDelay, metricsIn, metricsOf } from "#server/platform/observability/metrics.ts";
import type { Services } from "#server/services/services.ts";

import { gaugesOf } from "./gauges.ts";
import { hasToken, isFromThisMachine } from "./may-watch.ts";

/** For whatever watches the process: alive, able to work, and in figures. */
export function healthRoutes(server: FastifyInstance, services: Services): void {
  const { metricsToken } = services;
  server.get("/healthz", () => ({ status: "ok" }));

  server.get("/readyz", async (request, reply) => {
    const checks = await readinessChecks(services);
    const ready = Object.values(checks).every(Boolean);
    // What exactly is broken is nothing for strangers.
    const details = isFromThisMachine(request) || hasToken(request, metricsToken) ? checks : {};
    return reply.status(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready", ...details });
  });

  const figures = [...metricsIn(services.counters), ...gaugesOf(services), eventLoopDelay(server)];
  const metrics = metricsOf(server, figures);
  server.get("/metrics", async (request, reply) => {
    if (metricsToken === null ? !isFromThisMachine(request) : !hasToken(request, metricsToken)) {
      return refuse(request, reply, { status: 403, message: "Metrics need the token, or loopback" });
    }
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

/** Checks by name. The instance is ready while all of them hold. */
async function readinessChecks(services: Services): Promise<Record<string, boolean>> {
  const database = await databaseAnswers(services);
  const backups = services.backsUp ? { backups: database && (await backupHealth(services)).good } : {};
  const clock = database && (await services.clock.doubt()) === null;
  return { database, mail: services.mailHealth.isReady, clock, ...backups };
}

async function databaseAnswers({ database }: Services): Promise<boolean> {
  try {
    await sql`select 1`.execute(database.reader);
    return database.hasRoom;
  } catch {
    return false;
  }
}
