import type { BusinessCalendar } from "#domain/business-calendar.ts";

import type { Limits } from "./config.ts";
import type { Database } from "./database/database.ts";
import type { ConnectionQueue } from "./mail/connection-queue.ts";
import type { ClockGuard } from "./operations/clock-guard.ts";
import type { Counters } from "./operations/counters.ts";
import type { Secrets } from "./operations/installation-secrets.ts";
import type { Keys } from "./operations/keyed-hash.ts";
import type { MailHealth } from "./operations/mail-health.ts";
import type { NoticeSource } from "./operations/notices.ts";
import type { MailStep } from "./submissions/mail-step.ts";

/** What the routes work with. */
export interface Services {
  readonly database: Database;
  readonly clock: ClockGuard;
  readonly secrets: Secrets;
  readonly keys: Keys;
  readonly mailStep: MailStep;
  readonly calendar: BusinessCalendar;
  readonly limits: Limits;
  readonly loginFailures: number;
  readonly counters: Counters;
  readonly metricsToken: string | null;
  readonly mailHealth: MailHealth;
  readonly mailConnections: ConnectionQueue;
  /** Daily backups are set up. */
  readonly backsUp: boolean;
  /** What staff are told about the installation. */
  readonly noticeSources: NoticeSource[];
  readonly now: () => Date;
}
