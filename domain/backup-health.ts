import * as v from "valibot";

/** Whether what is backed up has been proven lately, as the panel tells it. */
export const backupHealthSchema = v.object({
  /** False where no daily backups are set up: then there is nothing to tell. */
  wanted: v.boolean(),
  good: v.boolean(),
  /** The last drills and backups that went well; ISO 8601, UTC. */
  drilled_at: v.nullable(v.string()),
  backed_up_at: v.nullable(v.string()),
});
export type BackupHealth = v.InferOutput<typeof backupHealthSchema>;
