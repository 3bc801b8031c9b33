import { timingSafeEqual } from "node:crypto";

import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";

import { backupHealth } from "../backup/backup-health.ts";
import { refuse } from "../http/errors.ts";
import type { Services } from "../services.ts";
import { metricsIn } from "./counters.ts";
import { gaugesOf } from "./gauges.ts";
import { metricsOf } from "./metrics.ts";

/** For whatever watches the process: alive, able to work, and in figures. */
export function healthRoutes(server: FastifyInstance, services: Services): void {
  server.get("/healthz", () => ({ status: "ok" }));

  server.get("/readyz", async (_request, reply) => {
    const database = await databaseAnswers(services);
    const backups = services.backsUp ? { backups: database && (await backupHealth(services)).good } : {};
    const clock = database && (await services.clock.doubt()) === null;
    const checks = { database, mail: services.mailHealth.isReady, clock, ...backups };
    const ready = Object.values(checks).every(Boolean);
    return reply.status(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready", ...checks });
  });

  const metrics = metricsOf(server, [...metricsIn(services.counters), ...gaugesOf(services)]);
  server.get("/metrics", async (request, reply) => {
    if (!mayWatch(request, services.metricsToken)) {
      return refuse(request, reply, { status: 403, message: "Metrics need the token, or loopback" });
    }
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

async function databaseAnswers({ database }: Services): Promise<boolean> {
  try {
    await sql`select 1`.execute(database.reader);
    return database.hasRoom;
  } catch {
    return false;
  }
}

const forwardingHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-proto", "x-real-ip"];

/** A proxy on the same box makes strangers look like loopback: forwarded requests need the token. */
function mayWatch(request: FastifyRequest, token: string | null): boolean {
  const { authorization } = request.headers;
  if (token !== null && authorization !== undefined) return sameText(authorization, `Bearer ${token}`);
  const address = request.socket.remoteAddress ?? "";
  const isForwarded = forwardingHeaders.some((name) => request.headers[name] !== undefined);
  return token === null && !isForwarded && /^(?:::ffff:)?127\.|^::1$/.test(address);
}

function sameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
