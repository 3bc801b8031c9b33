import { minuteMs } from "#domain/durations.ts";

import type { UploadResult } from "./api/send-photo.ts";
import type { PhotoState } from "./photo-cards.ts";
import type { PhotoStore, Waiting } from "./photo-store.ts";

export interface PhotoNews {
  readonly id: string;
  readonly state: PhotoState;
  readonly percent?: number;
}

interface SendQueueOptions<Item extends Waiting> {
  readonly reference: string;
  readonly store: PhotoStore<Item>;
  /** One try. */
  readonly send: (item: Item, onProgress: (percent: number) => void) => Promise<UploadResult>;
  /** Chooses the next of all that wait, oldest first. */
  readonly next?: (waiting: readonly Item[]) => Item | undefined;
  readonly onNews: (news: PhotoNews) => void;
}

const firstPauseMs = 1000;

/** Sends what is kept, one after the other and in one tab at a time, for as long as the page is open. */
export class SendQueue<Item extends Waiting> {
  readonly #options: SendQueueOptions<Item>;
  readonly #channel: BroadcastChannel;
  #pauseMs = firstPauseMs;
  #wake = () => {};

  constructor(options: SendQueueOptions<Item>) {
    this.#options = options;
    this.#channel = new BroadcastChannel(`photos ${options.reference}`);
    this.#channel.addEventListener("message", ({ data }: MessageEvent<PhotoNews>) => options.onNews(data));
  }

  /** Tells this tab and the others. */
  tell(news: PhotoNews): void {
    this.#options.onNews(news);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no such argument
    this.#channel.postMessage(news);
  }

  /** Tries at once: there may be signal, or something to send. */
  wake(): void {
    this.#pauseMs = firstPauseMs;
    this.#wake();
  }

  /** Two tabs take turns. The lock of one that is closed or has crashed is free at once. */
  async run(): Promise<never> {
    const name = `photos ${this.#options.reference}`;
    for (;;) {
      // Created before the sending: a photo that comes during it wakes the queue, too.
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      const sent = await navigator.locks.request(name, () => this.#sendNext());
      if (sent === null || sent === "no signal" || sent === "busy")
        await Promise.race([woken, pause(this.#pauseAfter(sent))]);
      else this.#pauseMs = firstPauseMs;
    }
  }

  /** Returns a longer pause after each failure. */
  #pauseAfter(sent: "no signal" | "busy" | null): number {
    if (sent === null) return minuteMs;
    const ms = this.#pauseMs;
    this.#pauseMs = Math.min(minuteMs, ms * 2);
    return ms;
  }

  /** Returns null if there is nothing to send. */
  async #sendNext(): Promise<UploadResult | null> {
    const { store, send, next = firstUnrefused } = this.#options;
    const photo = next(await store.all());
    if (photo === undefined) return null;
    const { id } = photo;
    const tried = { ...photo, wasTried: true };
    if (!photo.wasTried) await store.keep(tried);
    const sent = await send(photo, (percent) => this.tell({ id, state: "sending", percent }));
    if (sent === "received") await store.remove(id);
    else if (typeof sent === "object") await store.keep({ ...tried, problem: sent.problem });
    else if (sent === "busy") await store.keep({ ...tried, putOff: Date.now() }); // Lets the others pass.
    const state = typeof sent === "object" ? "problem" : sent === "received" ? "received" : "kept";
    this.tell({ id, state });
    return sent;
  }
}

/** Returns the oldest that was not refused. What was put off goes to the end. */
export function firstUnrefused<Item extends Waiting>(waiting: readonly Item[]): Item | undefined {
  const turn = ({ at, putOff = at }: Item) => putOff;
  return waiting.filter(({ problem }) => problem === null).toSorted((a, b) => turn(a) - turn(b))[0];
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
