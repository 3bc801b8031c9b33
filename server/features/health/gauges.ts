import { setTimeout as delay } from "node:timers/promises";

import { sql } from "kysely";
import { Gauge, type Metric } from "prom-client";

import { backupHealth } from "#server/features/backup/backup-health.ts";
import { type BudgetState, readMailBudget } from "#server/features/submissions/mail-budget.ts";
import type { AttemptState } from "#server/platform/database/tables.ts";
import { isWaiting as isInOutbox } from "#server/services/mail/outbox-table.ts";
import type { Services } from "#server/services/services.ts";

/** A database that is down must not hold up the other gauges. */
const readDeadlineMs = 1000;

/** Returns the gauges of /metrics. A gauge that can't be read is left out. */
export function gaugesOf(services: Services): Metric[] {
  const { database, mailHealth, mailConnections } = services;
  const stamp = (instant: string | null) => (instant === null ? null : Date.parse(instant) / 1000);
  return [
    gauge("mail_ready", "0: mail has been failing for a minute", () => Number(mailHealth.isReady)),
    gauge("mail_connections_in_use", "Open connections to the mail server", () => mailConnections.inUse),
    gauge("mail_staff_waiting", "Staff mails that wait for a connection, and visitors with them", () =>
      mailConnections.waiting("staff"),
    ),
    gauge("mail_receipts_waiting", "Mails to customers that wait for a connection", () =>
      mailConnections.waiting("visitor"),
    ),
    gauge("outbox_waiting", "Mails to customers that are queued, on their way or to be tried again", () =>
      outboxWaiting(services),
    ),
    gauge("clock_trusted", "0: the clock cannot be right, nothing is removed", async () =>
      Number((await services.clock.doubt()) === null),
    ),
    gauge("disk_has_room", "0: the disk is full, its reserve is being used", () => Number(database.hasRoom)),
    gauge("writes_pending", "Transactions asked for and not yet on disk", () => database.writesPending),
    gauge(
      "mail_budget_left",
      "Share of the hour's staff mails that is left, from 0 to 1",
      async () => (await mailBudget(services)).share,
    ),
    gauge(
      "proof_demanded",
      "1: submissions have to carry a proof of work",
      async () => Number((await mailBudget(services)).needsProof),
    ),
    gauge("attempts_sending", "Submissions whose mail is on its way", () => waiting(services, "sending")),
    gauge("attempts_mailed", "Submissions mailed and not yet records", () => waiting(services, "mailed")),
    gauge("oldest_mailed_attempt_seconds", "Age of the oldest submission mailed and not yet a record", () =>
      oldestMailed(services),
    ),
    gauge(
      "backups_proven",
      "0: no good drill for 8 days or no backup for 2; left out where no backups are set up",
      async () => {
        return services.backsUp ? Number((await backupHealth(services)).good) : null;
      },
    ),
    gauge("last_good_backup_timestamp_seconds", "When the last backup went well", async () =>
      stamp((await backupHealth(services)).backedUpAt),
    ),
    gauge("last_good_drill_timestamp_seconds", "When the last drill of a backup went well", async () =>
      stamp((await backupHealth(services)).drilledAt),
    ),
  ];
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

function mailBudget({ database, limits, now }: Services): Promise<BudgetState> {
  return readMailBudget(database.reader, limits, now());
}

/** The condition of the partial index on attempts: without it SQLite reads all attempts. */
const isWaiting = sql<boolean>`state in ('sending', 'mailed')`;

async function waiting({ database }: Services, state: AttemptState): Promise<number> {
  const attempts = database.reader.selectFrom("attempts").where(isWaiting).where("state", "=", state);
  const counted = attempts.select(({ fn }) => fn.countAll<number>().as("count"));
  return (await counted.executeTakeFirstOrThrow()).count;
}

async function outboxWaiting({ database }: Services): Promise<number> {
  const mails = database.reader.selectFrom("outbox").where(isInOutbox);
  const counted = mails.select(({ fn }) => fn.countAll<number>().as("count"));
  return (await counted.executeTakeFirstOrThrow()).count;
}

async function oldestMailed({ database, now }: Services): Promise<number> {
  const oldest = await database.reader
    .selectFrom("attempts")
    .select("updated_at")
    .where(isWaiting)
    .where("state", "=", "mailed")
    .orderBy("updated_at")
    .limit(1)
    .executeTakeFirst();
  return oldest === undefined ? 0 : (now().getTime() - Date.parse(oldest.updated_at)) / 1000;
}
