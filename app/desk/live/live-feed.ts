import {
  pollUpdate,
  type LivePlace,
  type LiveStream,
  openLiveStream,
  sendPlace,
} from "#app/desk/api/live.ts";
import { SignedOut } from "#app/desk/api/session.ts";
import { countAfter, type LivePresence, type LiveUpdate } from "#domain/live.ts";
import type { LiveStart } from "#domain/wire.ts";

/** `lost`: the server cannot be reached. `signed-out`: it can, but the session has ended. */
export type Connection = "connecting" | "live" | "polling" | "lost" | "signed-out";

export interface FeedState {
  readonly connection: Connection;
  /** Who else has the open record open. */
  readonly presence: LivePresence | null;
}

const pollEveryMs = 15_000;
/** After this many failures in a row, while calls work, streams count as blocked. */
const blockedAfterFailures = 2;
/** How many polls pass before a blocked stream is tried again. */
const pollsPerRetry = 4;
const longestPauseMs = 15_000;

/**
 * Follows what happens while the desk is open: by a stream that resumes after a break, or by polling if
 * streams are blocked. Only a refused session counts as signed out; every other failure is retried.
 */
export class LiveFeed {
  #onUpdate = (_update: LiveUpdate) => {};
  readonly #listeners = new Set<() => void>();
  #place: LivePlace = { tab: crypto.randomUUID(), reference: null };
  #state: FeedState = { connection: "connecting", presence: null };
  #lastEvent: number | null;
  /** How many records there were at that event. */
  #count: number | null;
  #hasReceived = false;
  #stream: LiveStream | null = null;
  #streamFailures = 0;
  #polls = 0;
  #failedPolls = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isPolling = false;
  #isStopped = true;

  /** `start` must have been read before the desk loads anything. */
  constructor(start: LiveStart | null) {
    this.#lastEvent = start?.last_event ?? null;
    this.#count = start === null ? null : countAfter(null, { ...start, events: [], is_gap: false }).count;
  }

  setListener(onUpdate: (update: LiveUpdate) => void): void {
    this.#onUpdate = onUpdate;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): FeedState => this.#state;

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    this.#disconnect();
  }

  setOpenRecord(reference: string | null): void {
    if (reference === this.#place.reference) return;
    this.#place = { ...this.#place, reference };
    this.#set({ presence: null });
    if (this.#stream !== null) void sendPlace(this.#place);
  }

  /** Checks the connection at once: the tab is visible again, the network is back, or the user has signed in. */
  wake(): void {
    const isLive = this.#state.connection === "live" && this.#stream?.isSilent() === false;
    if (this.#isStopped || isLive) return;
    this.#disconnect();
    this.#streamFailures = 0;
    this.#failedPolls = 0;
    void this.#poll();
  }

  #connect(): void {
    this.#disconnect();
    this.#stream = openLiveStream(this.#place, this.#lastEvent, {
      onUpdate: (update) => {
        this.#streamFailures = 0;
        this.#set({ connection: "live" });
        this.#receive(update);
      },
      onPresence: (presence) => this.#setPresence(presence),
      onEnd: () => {
        this.#stream = null;
        this.#streamFailures += 1;
        if (this.#state.connection === "live") this.#set({ connection: "connecting" });
        void this.#poll();
      },
    });
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    clearTimeout(this.#timer);
    try {
      const { presence, ...update } = await pollUpdate(this.#place, this.#lastEvent);
      if (!this.#isStopped) this.#afterPoll(update, presence);
    } catch (error) {
      if (!this.#isStopped) this.#afterFailure(error);
    } finally {
      this.#isPolling = false;
    }
  }

  #afterPoll(update: LiveUpdate, presence: LivePresence | null): void {
    this.#failedPolls = 0;
    this.#polls += 1;
    this.#receive(update);
    if (presence !== null) this.#setPresence(presence);
    const isBlocked = this.#streamFailures >= blockedAfterFailures && this.#polls % pollsPerRetry !== 0;
    if (this.#stream !== null) return;
    this.#set({ connection: this.#streamFailures >= blockedAfterFailures ? "polling" : "connecting" });
    if (isBlocked) this.#pollLater(pollEveryMs);
    else this.#connect();
  }

  #afterFailure(error: unknown): void {
    this.#disconnect();
    const isSignedOut = error instanceof SignedOut;
    this.#set({ connection: isSignedOut ? "signed-out" : "lost", presence: null });
    if (isSignedOut) return;
    const pauseMs = Math.min(longestPauseMs, 1000 * 2 ** this.#failedPolls);
    this.#failedPolls += 1;
    // Spread out, so that not all desks reconnect at once when the server is back.
    this.#pollLater(pauseMs * (0.75 + Math.random() / 2));
  }

  #pollLater(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#poll(), ms);
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    this.#stream?.close();
    this.#stream = null;
  }

  #receive(update: LiveUpdate): void {
    const lastEvent = this.#lastEvent;
    this.#lastEvent = update.last_event;
    const fresh = {
      ...update,
      events: update.events.filter(({ id }) => lastEvent === null || id > lastEvent),
    };
    const { count, areSomeGone } = countAfter(this.#count, fresh);
    this.#count = count;
    // Only some of the lists may include what happened while the desk was loading.
    const isEarly = !this.#hasReceived && fresh.events.length > 0;
    this.#hasReceived = true;
    if (isEarly) return this.#onUpdate({ ...fresh, events: [], is_gap: true });
    if (fresh.events.length > 0 || update.is_gap || areSomeGone) {
      this.#onUpdate({ ...fresh, is_gap: update.is_gap || areSomeGone });
    }
  }

  #setPresence(presence: LivePresence): void {
    if (presence.reference === this.#place.reference) this.#set({ presence });
    // This instance of the server does not know yet which record is open.
    else if (this.#stream !== null) void sendPlace(this.#place);
  }

  #set(change: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
