import { bareAddress } from "../mail/mail.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Log } from "./log.ts";

const failingAfterMs = 60_000;
/** After a failed send, being able to connect proves little; after this long it is taken as recovery. */
const sendFailureCountsMs = 5 * 60_000;

/**
 * Watches whether mail goes out: every send counts, and a probe looks when nobody sends. Failures count
 * for mail to ourselves only: an address that a visitor typed may not exist.
 */
export class MailHealth {
  readonly #log: Log;
  readonly #now: () => Date;
  readonly #ownAddress: string;
  #failingSince: number | null = null;
  #lastFailedSend = 0;
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

  /** The same mailer, with every outcome noted here. */
  watching(mailer: Mailer): Mailer {
    return {
      reachable: () => mailer.reachable(),
      send: async (mail) => {
        const result = await mailer.send(mail);
        if (result.outcome === "accepted") this.#noteSuccess();
        else if (mail.envelope.to === this.#ownAddress) this.#noteFailedSend();
        return result;
      },
    };
  }

  async probe(mailer: Mailer): Promise<void> {
    const reachable = await mailer.reachable();
    const waited = this.#now().getTime() - this.#lastFailedSend > sendFailureCountsMs;
    if (!reachable) this.#noteFailure();
    else if (waited || this.#failingSince === null) this.#noteSuccess();
    if (!this.isReady && !this.#reported) {
      this.#reported = true;
      this.#log.error("mail has been failing for a minute");
    }
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
