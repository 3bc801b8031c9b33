import * as v from "valibot";

import { type BackupHealth, backupHealthSchema } from "#domain/backup-health.ts";
import { endpoints } from "#domain/wire.ts";

import { fetchWithSession } from "./session.ts";

/** Whether backups have been proven lately. Null where that cannot be asked for: the records matter more. */
export async function backupHealth(): Promise<BackupHealth | null> {
  try {
    const answer = await fetchWithSession(endpoints.backupHealth);
    if (answer.ok) return v.parse(backupHealthSchema, await answer.json());
    if (answer.status !== 401) console.error(`The state of backups answered ${answer.status}`);
  } catch (error) {
    console.error("The state of backups could not be read", error);
  }
  return null;
}
