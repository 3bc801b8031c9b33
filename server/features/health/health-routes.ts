import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";

import { endpoints } from "#domain/wire.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import { backupHealth } from "#server/features/backup/backup-health.ts";
import { refuse } from "#server/platform/http/errors.ts";
import { eventLoopDelay, metricsIn, metricsOf } from "#server/platform/observability/metrics.ts";
import { isSameText } from "#server/platform/secrets/keyed-hash.ts";
import type { Services } from "#server/services/services.ts";

import { gaugesOf } from "./gauges.ts";

export function healthRoutes(server: FastifyInstance, services: Services): void {
  const { metricsToken } = services;
  server.get("/healthz", () => ({ status: "ok" }));

  server.get("/readyz", async (request, reply) => {
    const checks = await readinessChecks(services);
    const ready = Object.values(checks).every(Boolean);
    // Only the operator learns what exactly is broken.
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
  return { database, mail: services.mailHealth.isReady, ...backups };
}

async function databaseAnswers({ database }: Services): Promise<boolean> {
  try {
    await sql`select 1`.execute(database.reader);
    return !database.isDamaged;
  } catch {
    return false;
  }
}

const forwardingHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-proto", "x-real-ip"];
const loopbackAddress = /^(?:::ffff:)?127\.|^::1$/;
const loopbackName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a request comes from this machine. A proxy on the same machine makes others look like that, so
 * nothing forwarded counts. A page of another site in a browser on this machine can rebind its own name to
 * loopback, so the name in the request is checked as well.
 */
function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
  return (
    !isForwarded && loopbackAddress.test(socket.remoteAddress ?? "") && loopbackName.test(headers.host ?? "")
  );
}

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  return token !== null && isSameText(headers.authorization ?? "", `Bearer ${token}`);
}

/** `GET /functions/v1/notices`: what staff must know about the installation, most severe first. */
export function noticesRoute(server: FastifyInstance, services: Services): void {
  server.get(
    endpoints.notices,
    forStaff(services, async () => {
      const found = await Promise.all(services.noticeSources.map((check) => check()));
      const notices = found.filter((notice) => notice !== null);
      return { notices: notices.toSorted((a, b) => a.severity.localeCompare(b.severity)) };
    }),
  );
}
