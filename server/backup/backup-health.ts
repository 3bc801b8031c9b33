import type { FastifyInstance } from "fastify";

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

type BackupServices = Pick<Services, "database" | "backsUp" | "now">;

/** `GET /functions/v1/backup-health`: for staff, whether a restore has been proven lately. */
export function backupHealthRoute(server: FastifyInstance, services: Services): void {
  server.get(
    endpoints.backupHealth,
    forAdmins(services, () => backupHealth(services)),
  );
}
