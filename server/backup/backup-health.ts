import type { FastifyInstance } from "fastify";
import { Gauge, type Metric } from "prom-client";

import type { BackupHealth } from "#domain/backup-health.ts";
import { endpoints } from "#domain/wire.ts";

import { forAdmins } from "../auth/signed-in.ts";
import { choreNamed } from "../operations/chores.ts";
import type { Services } from "../services.ts";

const staleAfterMs = 8 * 24 * 60 * 60_000;

/** Backups are good while the last drill that passed is not over 8 days old; new ones get that time. */
export async function backupHealth({ database, backsUp, now }: BackupServices): Promise<BackupHealth> {
  if (!backsUp) return { wanted: false, good: true, drilled_at: null, backed_up_at: null };
  const backup = await choreNamed(database.reader, "backup");
  const drill = await choreNamed(database.reader, "drill");
  const since = drill?.done_at ?? backup?.first_at ?? now().toISOString();
  return {
    wanted: true,
    good: now().getTime() - Date.parse(since) <= staleAfterMs,
    drilled_at: drill?.done_at ?? null,
    backed_up_at: backup?.done_at ?? null,
  };
}

/** For /metrics. The process does not count here: the database knows, of all instances. */
export function backupMetrics(services: BackupServices): Metric[] {
  const gauge = (what: string, help: string, read: (health: BackupHealth) => string | null) =>
    new Gauge({
      name: `quadkea_last_good_${what}_timestamp_seconds`,
      help,
      registers: [],
      async collect() {
        const instant = read(await backupHealth(services));
        if (instant !== null) this.set(Date.parse(instant) / 1000);
      },
    });
  return [
    gauge("backup", "When the last backup went well", (health) => health.backed_up_at),
    gauge("drill", "When the last drill of a backup went well", (health) => health.drilled_at),
  ];
}

type BackupServices = Pick<Services, "database" | "backsUp" | "now">;

/** `GET /functions/v1/backup-health`: for staff, whether a restore has been proven lately. */
export function backupHealthRoute(server: FastifyInstance, services: Services): void {
  server.get(
    endpoints.backupHealth,
    forAdmins(services, () => backupHealth(services)),
  );
}
