import { serveJob } from "#server/platform/jobs/job.ts";

import { type BackupOrder, takeBackup } from "./take-backup.ts";

// Only daily-backup.ts sends orders.
serveJob((order, stopping) => takeBackup(order as BackupOrder, stopping));
