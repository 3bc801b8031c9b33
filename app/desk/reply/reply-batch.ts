import { sendReply, takeReplyBack } from "#app/desk/api/record-calls.ts";
import { randomKey } from "#app/desk/ui/new-key.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

/** Browsers open six connections over HTTP/1.1, and live updates have one. */
const atOnce = 5;

/** One reply to each of several records. Each keeps its key, so that sent again it is the same reply. */
export class ReplyBatch {
  readonly #keys: ReadonlyMap<SubmissionRecord, string>;
  readonly #tried = new Set<SubmissionRecord>();
  readonly #sent = new Set<SubmissionRecord>();
  #running: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  #undoEnd: number | null = null;

  constructor(records: readonly SubmissionRecord[]) {
    this.#keys = new Map(records.map((record) => [record, randomKey()]));
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** From then on the text may not change: the key stands for it. */
  get hasBegun(): boolean {
    return this.#tried.size > 0;
  }

  /** Sends what is not sent yet, a few at once. The first problem stops the others and is thrown. */
  async send(textFor: (record: SubmissionRecord) => string): Promise<void> {
    this.#isStopped = false;
    const waiting = [...this.#keys].filter(([record]) => !this.#sent.has(record)).values();
    const work = async () => {
      for (const [record, key] of waiting) {
        if (this.#isStopped) return;
        await this.#sendOne(record, key, textFor(record));
      }
    };
    const ends = Promise.allSettled(Array.from({ length: atOnce }, work));
    this.#running = ends;
    const failed = (await ends).find((end) => end.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  /** How long it is until the first of them leaves; null if none was sent. */
  get undoMs(): number | null {
    return this.#undoEnd === null ? null : this.#undoEnd - performance.now();
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Returns how many were sent, once those on their way have arrived. */
  async countSent(): Promise<number> {
    await this.#running;
    return this.#sent.size;
  }

  /** Throws if a reply has left. One whose response was lost may never have been there. */
  async takeBack(): Promise<void> {
    const ends = [...this.#tried].map((record) =>
      takeReplyBack(record.ref_number, this.#keys.get(record) ?? "").catch((error: unknown) => {
        if (this.#sent.has(record)) throw error;
      }),
    );
    await Promise.all(ends);
  }

  async #sendOne(record: SubmissionRecord, key: string, text: string): Promise<void> {
    this.#tried.add(record);
    try {
      const undoMs = await sendReply(record.ref_number, text, key);
      this.#undoEnd ??= performance.now() + undoMs;
      this.#sent.add(record);
    } catch (error) {
      this.stop();
      throw error;
    }
  }
}
