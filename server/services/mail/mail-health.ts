import type { Log } from "#server/platform/observability/log.ts";

import { bareAddress, type Mailer } from "./mail.ts";

const failingAfterMs = 60_000;
const successHoldsMs = 60_000;
/** For this long after a failed send, no probe is made; the next one signs in as a send does. */
const sendFailureHoldsMs = 5 * 60_000;

/** Failures count only for mail to ourselves, as an address that a visitor typed may not exist. */
export class MailHealth {
  readonly #log: Log;
  readonly #now: () => Date;
  readonly #ownAddress: string;
  #failingSince: number | null = null;
  #lastFailedSend = 0;
  #lastSuccess = 0;
  #underWay = 0;
  #reported = false;

  constructor(log: Log, now: () => Date, mailTo: string) {
    this.#log = log;
    this.#now = now;
    this.#ownAddress = bareAddress(mailTo);
  }

  /** True unless mail has been failing for a minute (design.md section 8.21). */
  get isReady(): boolean {
    return this.#failingSince === null || this.#now().getTime() - this.#failingSince < failingAfterMs;
  }

  watching(mailer: Mailer): Mailer {
    return {
      reachable: (how) => mailer.reachable(how),
      send: async (mail, options) => {
        const isOurs = mail.envelope.to === this.#ownAddress;
        this.#underWay += Number(isOurs);
        const result = await mailer.send(mail, options).finally(() => (this.#underWay -= Number(isOurs)));
        if (result.outcome === "accepted") this.#noteSentMail();
        else if (isOurs) this.#noteFailedSend();
        return result;
      },
    };
  }

  /** Unless a recent send makes that unnecessary. Call it every few seconds. */
  async probe(mailer: Mailer): Promise<void> {
    if (this.#probeIsDue) await this.#connect(mailer);
    if (!this.isReady && !this.#reported) {
      this.#reported = true;
      this.#log.error("mail has been failing for a minute");
    }
  }

  get #probeIsDue(): boolean {
    if (this.#underWay > 0) return false;
    if (this.#lastFailedSend > 0) return this.#isOver(this.#lastFailedSend, sendFailureHoldsMs);
    return this.#failingSince !== null || this.#isOver(this.#lastSuccess, successHoldsMs);
  }

  /** True as well if the clock was set back. */
  #isOver(since: number, lengthMs: number): boolean {
    const age = this.#now().getTime() - since;
    return age < 0 || age >= lengthMs;
  }

  async #connect(mailer: Mailer): Promise<void> {
    const signsIn = this.#lastFailedSend > 0;
    const reachable = await mailer.reachable({ signsIn });
    if (reachable === null) return;
    if (reachable) this.#noteSuccess();
    else if (signsIn) this.#noteFailedSend();
    else this.#noteFailure();
  }

  #noteSentMail(): void {
    this.#lastSuccess = this.#now().getTime();
    this.#noteSuccess();
  }

  #noteFailedSend(): void {
    this.#lastFailedSend = this.#now().getTime();
    this.#noteFailure();
  }

  #noteFailure(): void {
    this.#failingSince ??= this.#now().getTime();
  }

  #noteSuccess(): void {
    if (this.#reported) this.#log.info("mail goes out again");
    this.#failingSince = null;
    this.#lastFailedSend = 0;
    this.#reported = false;
  }
}
