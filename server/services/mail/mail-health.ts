import type { Log } from "#server/platform/observability/log.ts";
import type { Counters } from "#server/platform/observability/metrics.ts";

import { type Mail, type Mailer, type SendOptions, type SendResult } from "./mail.ts";

const failingAfterMs = 60_000;
const successHoldsMs = 60_000;
/** For this long after a failed send, no probe is made; the next one signs in as a send does. */
const sendFailureHoldsMs = 5 * 60_000;

interface MailHealthContext {
  readonly log: Log;
  readonly now: () => Date;
  readonly counters: Counters;
  /** Whether a mail is for ourselves. */
  readonly isOurs: (to: string) => boolean;
}

/** Sends by a mailer, measures it, and knows whether it works. An address that a visitor typed may not exist, so failures count only for mail to ourselves. */
export class MailHealth {
  readonly #mailer: Mailer;
  readonly #context: MailHealthContext;
  /** Since when, and when a mail of ours last was not sent: null if only probes failed. */
  #failing: { readonly since: number; readonly sentAt: number | null } | null = null;
  #lastSuccess = 0;
  #underWay = 0;
  #reported = false;

  constructor(mailer: Mailer, context: MailHealthContext) {
    this.#mailer = mailer;
    this.#context = context;
  }

  /** True unless mail has been failing for a minute (design.md section 8.21). */
  get isReady(): boolean {
    return this.#failing === null || this.#now() - this.#failing.since < failingAfterMs;
  }

  async send(mail: Mail, options?: SendOptions): Promise<SendResult> {
    const { mails, mailErrors } = this.#context.counters;
    const isOurs = this.#context.isOurs(mail.envelope.to);
    const to = isOurs ? "staff" : "visitor";
    const stop = mails.startTimer({ to });
    this.#underWay += Number(isOurs);
    const result = await this.#mailer.send(mail, options).finally(() => (this.#underWay -= Number(isOurs)));
    stop({ outcome: result.outcome });
    if (result.outcome !== "accepted") mailErrors.inc({ to, reason: reasonOf(result.errorClass) });
    else this.#lastSuccess = this.#now();
    if (result.outcome === "accepted") this.#noteSuccess();
    else if (isOurs) this.#noteFailure({ ofSend: true });
    return result;
  }

  /** Connects, unless a recent send makes that unnecessary. Call it every few seconds. */
  async probe(): Promise<void> {
    if (this.#probeIsDue) {
      const signsIn = this.#failing !== null && this.#failing.sentAt !== null;
      const reachable = await this.#mailer.reachable({ signsIn });
      if (reachable === true) this.#noteSuccess();
      if (reachable === false) this.#noteFailure({ ofSend: signsIn });
    }
    if (!this.isReady && !this.#reported) {
      this.#reported = true;
      this.#context.log.error("mail has been failing for a minute");
    }
  }

  get #probeIsDue(): boolean {
    if (this.#underWay > 0) return false;
    if (this.#failing === null) return this.#isOver(this.#lastSuccess, successHoldsMs);
    return this.#failing.sentAt === null || this.#isOver(this.#failing.sentAt, sendFailureHoldsMs);
  }

  /** True as well if the clock was set back. */
  #isOver(since: number, lengthMs: number): boolean {
    const age = this.#now() - since;
    return age < 0 || age >= lengthMs;
  }

  #noteFailure({ ofSend }: { readonly ofSend: boolean }): void {
    const now = this.#now();
    const { since = now, sentAt = null } = this.#failing ?? {};
    this.#failing = { since, sentAt: ofSend ? now : sentAt };
  }

  #noteSuccess(): void {
    if (this.#reported) this.#context.log.info("mail goes out again");
    this.#failing = null;
    this.#reported = false;
  }

  #now(): number {
    return this.#context.now().getTime();
  }
}

function reasonOf(errorClass: string): string {
  if (errorClass.startsWith("smtp 4")) return "temporary";
  return errorClass.startsWith("smtp 5") ? "permanent" : "connection";
}
