import type { Mailer, SendResult } from "../mail/mailer.ts";
import type { Log } from "./log.ts";

const failingAfterMs = 60_000;
/** After a failed send, being able to connect proves little; after this long it is taken as recovery. */
const sendFailureCountsMs = 5 * 60_000;

/** Watches whether mail goes out: every send counts, and a probe looks when nobody sends. */
export class MailHealth {
  readonly #log: Log;
  readonly #now: () => Date;
  #failingSince: number | null = null;
  #lastFailedSend = 0;
  #reported = false;

  constructor(log: Log, now: () => Date) {
    this.#log = log;
    this.#now = now;
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
        this.#noteSend(result);
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

  #noteSend(result: SendResult): void {
    if (result.outcome === "accepted") return this.#noteSuccess();
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
