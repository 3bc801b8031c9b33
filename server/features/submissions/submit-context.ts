import type { Submission, SubmissionValues } from "#domain/submission.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { ProofOfWork } from "#server/services/limits/proof-of-work.ts";
import type { Mailer } from "#server/services/mail/mail.ts";
import type { Services } from "#server/services/services.ts";

export interface SubmitContext extends Pick<
  Services,
  "database" | "keys" | "outbox" | "mail" | "calendar" | "limits" | "counters" | "now"
> {
  readonly mailer: Mailer;
  readonly proofOfWork: ProofOfWork;
  readonly log: Log;
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
