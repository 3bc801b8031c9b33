import { setTimeout as delay } from "node:timers/promises";

import { sql } from "kysely";
import { Gauge, type Metric } from "prom-client";

import { backupHealth } from "#server/features/backup/backup-health.ts";
import { readMailBudget } from "#server/features/submissions/submission-limits.ts";
import type { Query } from "#server/platform/database/database.ts";
import { isWaiting as isInOutbox } from "#server/services/mail/outbox-table.ts";
import type { Services } from "#server/services/services.ts";

/** A database that is down must not hold up the other gauges. */
const readDeadlineMs = 1000;

/** Returns the gauges of /metrics. A gauge that can't be read is left out. */
export function gaugesOf(services: Services): Metric[] {
  const { database, mailHealth, mailConnections, backsUp, limits, now } = services;
  const db = database.reader;
  return [
    gauge("mail_ready", "0: mail has been failing for a minute", () => Number(mailHealth.isReady)),
    gauge("mail_staff_waiting", "Staff mails that wait for a connection, and visitors with them", () =>
      mailConnections.waiting("staff"),
    ),
    gauge("outbox_waiting", "Mails to customers that are queued, on their way or to be tried again", () =>
      count(db, sql`select count(*) as count from outbox where ${isInOutbox}`),
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

async function count(db: Query, query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`${query}`.execute(db);
  return rows[0]?.count ?? 0;
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
