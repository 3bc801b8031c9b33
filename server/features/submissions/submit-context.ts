import type { BusinessCalendar } from "#domain/business-calendar.ts";
import type { Submission, SubmissionValues } from "#domain/submission.ts";
import type { Limits } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Counters } from "#server/platform/observability/metrics.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import type { ProofOfWork } from "#server/services/limits/proof-of-work.ts";
import type { MailSettings } from "#server/services/mail/mail.ts";
import type { Mailer } from "#server/services/mail/mailer.ts";
import type { Outbox } from "#server/services/mail/outbox.ts";

export interface SubmitContext {
  readonly database: Database;
  readonly keys: Keys;
  readonly mailer: Mailer;
  readonly outbox: Outbox;
  readonly mail: MailSettings;
  readonly calendar: BusinessCalendar;
  readonly limits: Limits;
  readonly proofOfWork: ProofOfWork;
  readonly counters: Counters;
  readonly log: Log;
  readonly now: () => Date;
}

/** A validated submission, and who sent it. */
export interface SubmitRequest {
  readonly submission: Submission;
  readonly values: SubmissionValues<Submission>;
  readonly idempotencyKey: string | null;
  /** Whether the key may have been sent first up to a week ago. */
  readonly isKeyKept: boolean;
  /** The header with a solved challenge, if any. */
  readonly proof: string | null;
  /** Whether the client can solve a challenge. A form without scripts cannot. */
  readonly canProve: boolean;
  /** For the limits; only its keyed hash is kept. */
  readonly clientAddress: string;
}
