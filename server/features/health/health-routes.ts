import { setTimeout as delay } from "node:timers/promises";

import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { Gauge, type Metric } from "prom-client";

import { backupHealth } from "#server/features/backup/daily-backup.ts";
import { readMailBudget } from "#server/features/submissions/submission-limits.ts";
import { refuse } from "#server/platform/http/errors.ts";
import { eventLoopDelay, metricsIn, metricsOf } from "#server/platform/observability/metrics.ts";
import { isSameText } from "#server/platform/secrets/keyed-hash.ts";
import { isWaiting as isInOutbox } from "#server/services/mail/outbox-table.ts";
import type { Services } from "#server/services/services.ts";

export function healthRoutes(server: FastifyInstance, services: Services): void {
  const { metricsToken } = services;
  // Our server speaks no TLS: behind https is a proxy, and some pass visitors on as if they were this machine.
  const isBehindProxy = services.mail.siteOrigin.startsWith("https:");
  const isNear = (request: FastifyRequest) => !isBehindProxy && isFromThisMachine(request);
  server.get("/healthz", () => ({ status: "ok" }));

  server.get("/readyz", async (request, reply) => {
    const checks = await readinessChecks(services);
    const ready = Object.values(checks).every(Boolean);
    // Only the operator learns what exactly is broken.
    const details = isNear(request) || hasToken(request, metricsToken) ? checks : {};
    return reply.status(ready ? 200 : 503).send({ status: ready ? "ready" : "not ready", ...details });
  });

  const figures = [...metricsIn(services.counters), ...gaugesOf(services), eventLoopDelay(server)];
  const metrics = metricsOf(server, figures);
  server.get("/metrics", async (request, reply) => {
    if (metricsToken === null ? !isNear(request) : !hasToken(request, metricsToken)) {
      return refuse(request, reply, { status: 403, message: "Metrics need METRICS_TOKEN" });
    }
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
}

/** Checks by name. The instance is ready while all of them hold. */
async function readinessChecks(services: Services): Promise<Record<string, boolean>> {
  const database = await databaseAnswers(services);
  const backups = services.backsUp ? { backups: database && (await backupHealth(services)).good } : {};
  // A proxy must send no visitors here: nothing they send would be taken.
  const trial = database && (await services.trial.reason()) !== null ? { shop: false } : {};
  return { database, disk: services.disk.isReady, mail: services.mailHealth.isReady, ...backups, ...trial };
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
 * Returns whether a request comes from this machine. A proxy on the same machine makes others look like that, so
 * forwarded requests don't count. A page of another site in a browser on this machine can rebind its own name to
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

/** A database that is down must not hold up the other gauges. */
const readDeadlineMs = 1000;

/** Returns the gauges of /metrics. A gauge that can't be read is left out. */
function gaugesOf(services: Services): Metric[] {
  const { database, mailHealth, mailConnections, backsUp, limits, now } = services;
  const db = database.reader;
  return [
    gauge("mail_ready", "0: mail has been failing for a minute", () => Number(mailHealth.isReady)),
    gauge("inbox_ready", "0: the mailbox that customers answer to cannot be read", () =>
      Number(services.inbox.isReady),
    ),
    gauge("disk_ready", "0: less than 100 MB are free, or a write was refused for want of room", () =>
      Number(services.disk.isReady),
    ),
    gauge("photos_ready", "0: photos cannot be kept, shown or removed", () =>
      Number(services.photos.isReady),
    ),
    gauge("mail_staff_waiting", "Staff mails that wait for a connection, and visitors with them", () =>
      mailConnections.waiting("staff"),
    ),
    gauge(
      "outbox_waiting",
      "Mails to customers that are queued, on their way or to be tried again",
      async () => {
        const all = sql<{ count: number }>`select count(*) as count from outbox where ${isInOutbox}`;
        return (await all.execute(db)).rows[0]?.count ?? 0;
      },
    ),
    gauge(
      "mail_budget_left",
      "Share of the hour's staff mails that is left, from 0 to 1",
      async () => (await readMailBudget(db, limits, now())).share,
    ),
    gauge("proof_demanded", "1: submissions have to carry a proof of work", async () =>
      Number((await readMailBudget(db, limits, now())).needsProof),
    ),
    gauge("writes_pending", "Transactions asked for and not yet on disk", () => database.writesPending),
    gauge("oldest_mailed_attempt_seconds", "Age of the oldest submission mailed and not yet a record", () =>
      oldestMailed(services),
    ),
    gauge("last_good_backup_timestamp_seconds", "When the last backup went well", async () =>
      backsUp ? ((await backupHealth(services)).backedUpAt?.getTime() ?? 0) / 1000 : null,
    ),
  ];
}

async function oldestMailed({ database, now }: Services): Promise<number> {
  const mailed = database.reader.selectFrom("attempts").select("updated_at").where("state", "=", "mailed");
  const oldest = await mailed.orderBy("updated_at").limit(1).executeTakeFirst();
  return oldest === undefined ? 0 : (now().getTime() - Date.parse(oldest.updated_at)) / 1000;
}

function gauge(what: string, help: string, read: () => number | null | Promise<number | null>): Gauge {
  return new Gauge({
    name: `quadkea_${what}`,
    help,
    registers: [],
    async collect() {
      const value = await Promise.race([
        Promise.resolve()
          .then(read)
          .catch(() => null),
        delay(readDeadlineMs, null, { ref: false }),
      ]);
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}
