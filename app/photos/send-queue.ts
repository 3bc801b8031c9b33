import { pieceBytes } from "#domain/deals/photos.ts";
import { minuteMs } from "#domain/durations.ts";

import { sendPhoto, type Sent } from "./api/send-photo.ts";
import type { PhotoState } from "./photo-cards.ts";
import type { KeptPhoto, PhotoStore } from "./photo-store.ts";

export interface PhotoNews {
  readonly id: string;
  readonly state: PhotoState;
  readonly percent?: number;
}

interface Place {
  readonly reference: string;
  readonly uploads: string;
  readonly store: PhotoStore;
  readonly onNews: (news: PhotoNews) => void;
}

const firstPauseMs = 1000;

/** Sends what is kept, one photo after the other and in one tab at a time, for as long as the page is open. */
export class SendQueue {
  readonly #place: Place;
  readonly #channel: BroadcastChannel;
  #pieceBytes: number = pieceBytes.most;
  #pauseMs = firstPauseMs;
  #wake = () => {};

  constructor(place: Place) {
    this.#place = place;
    this.#channel = new BroadcastChannel(`photos ${place.reference}`);
    this.#channel.addEventListener("message", ({ data }: MessageEvent<PhotoNews>) => place.onNews(data));
  }

  /** Tells this tab and the others. */
  tell(news: PhotoNews): void {
    this.#place.onNews(news);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no such argument
    this.#channel.postMessage(news);
  }

  /** There may be signal, or something to send. */
  wake(): void {
    this.#pauseMs = firstPauseMs;
    this.#wake();
  }

  async run(): Promise<never> {
    for (;;) {
      const next = await this.#next();
      const sent = next && (await this.#inTurn(() => this.#send(next.id)));
      if (sent === undefined) await this.#pause(minuteMs);
      else if (sent === "no signal" || sent === "busy") await this.#recover(sent);
      else this.#pauseMs = firstPauseMs;
    }
  }

  async #next(): Promise<KeptPhoto | undefined> {
    return (await this.#place.store.all()).find(({ problem }) => problem === null);
  }

  /** Pauses longer after each failure. */
  async #recover(failure: "no signal" | "busy"): Promise<void> {
    if (failure === "no signal") this.#pieceBytes = Math.max(pieceBytes.least, this.#pieceBytes / 2);
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(minuteMs, pauseMs * 2);
    await this.#pause(pauseMs);
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, ms);
    });
  }

  /** Two tabs take turns. The lock of one that is closed or has crashed is free at once. */
  async #inTurn(work: () => Promise<Sent>): Promise<Sent> {
    return navigator.locks.request(`photos ${this.#place.reference}`, work);
  }

  async #send(id: string): Promise<Sent> {
    const { store, uploads } = this.#place;
    const photo = await store.find(id);
    if (photo === undefined || photo.problem !== null) return "received"; // By another tab.
    const tried = { ...photo, wasTried: true };
    if (!photo.wasTried) await store.keep(tried);
    const onProgress = (offset: number) => {
      this.tell({ id, state: "sending", percent: Math.floor((100 * offset) / photo.blob.size) });
    };
    const sent = await sendPhoto(photo, { uploads, pieceBytes: this.#pieceBytes, onProgress });
    if (sent === "received") await store.remove(id);
    else if (typeof sent === "object") await store.keep({ ...tried, problem: sent.problem });
    else if (sent === "busy") await store.keep({ ...tried, at: Date.now() }); // Lets the others pass.
    const state = typeof sent === "object" ? "problem" : sent === "received" ? "received" : "kept";
    this.tell({ id, state });
    return sent;
  }
}
