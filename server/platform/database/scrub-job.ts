import { serveJob } from "#server/platform/jobs/job.ts";

import { scrubSqliteFile } from "./scrub.ts";

export interface ScrubOrder {
  readonly file: string;
}

// Ordered by sqlite.ts only.
serveJob((order, stopping) => scrubSqliteFile((order as ScrubOrder).file, stopping));
