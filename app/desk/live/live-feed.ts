import {
  askForNews,
  type LivePlace,
  type LiveStream,
  openLiveStream,
  tellPlace,
} from "#app/desk/api/live.ts";
import { SignedOut } from "#app/desk/api/session.ts";
import { countAfter, type LiveNews, type LivePresence } from "#domain/live.ts";

/** `lost`: the server cannot be reached. `signed-out`: it can, but the session is over. */
export type Connection = "connecting" | "live" | "polling" | "lost" | "signed-out";

export interface FeedState {
  readonly connection: Connection;
  /** Who else has the open record open. */
  readonly presence: LivePresence | null;
}

const pollEveryMs = 15_000;
/** Streams that fail one after the other, while calls arrive, are blocked. */
const isBlockedAfter = 2;
/** Whether they still are is tried with every so many polls. */
const pollsPerTry = 4;
const longestPauseMs = 15_000;

/**
 * What happens while the panel is open: streamed, resumed after a break, and polled where streams are
 * blocked. Only a refused session counts as signed out; whatever else fails is tried again.
 */
export class LiveFeed {
  #onNews = (_news: LiveNews) => {};
  readonly #listeners = new Set<() => void>();
  #place: LivePlace = { tab: crypto.randomUUID(), reference: null };
  #state: FeedState = { connection: "connecting", presence: null };
  /** The last event heard of. */
  #heard: number | null = null;
  /** How many records there were then. */
  #count: number | null = null;
  #stream: LiveStream | null = null;
  #streamFailures = 0;
  #polls = 0;
  #losses = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;
  #isStopped = true;

  /** Sets who hears the news. */
  whenNews(hear: (news: LiveNews) => void): void {
    this.#onNews = hear;
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
    this.#hangUp();
  }

  /** The record that is open from now on. */
  lookAt(reference: string | null): void {
    if (reference === this.#place.reference) return;
    this.#place = { ...this.#place, reference };
    this.#set({ presence: null });
    if (this.#stream !== null) void tellPlace(this.#place);
  }

  /** Sees at once how things stand: somebody looks, the network is back, or somebody has signed in. */
  wake(): void {
    const isLive = this.#state.connection === "live" && this.#stream?.isSilent() === false;
    if (this.#isStopped || isLive) return;
    this.#hangUp();
    this.#streamFailures = 0;
    this.#losses = 0;
    void this.#ask();
  }

  #connect(): void {
    this.#hangUp();
    this.#stream = openLiveStream(this.#place, this.#heard, {
      onNews: (news) => {
        this.#streamFailures = 0;
        this.#set({ connection: "live" });
        this.#hear(news);
      },
      onPresence: (presence) => this.#seePeople(presence),
      onEnd: () => {
        this.#stream = null;
        this.#streamFailures += 1;
        if (this.#state.connection === "live") this.#set({ connection: "connecting" });
        void this.#ask();
      },
    });
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    clearTimeout(this.#timer);
    try {
      const { presence, ...news } = await askForNews(this.#place, this.#heard);
      if (!this.#isStopped) this.#goOn(news, presence);
    } catch (error) {
      if (!this.#isStopped) this.#giveUp(error);
    } finally {
      this.#isAsking = false;
    }
  }

  #goOn(news: LiveNews, presence: LivePresence | null): void {
    this.#losses = 0;
    this.#polls += 1;
    this.#hear(news);
    if (presence !== null) this.#seePeople(presence);
    const isBlocked = this.#streamFailures >= isBlockedAfter && this.#polls % pollsPerTry !== 0;
    if (this.#stream !== null) return;
    this.#set({ connection: this.#streamFailures >= isBlockedAfter ? "polling" : "connecting" });
    if (isBlocked) this.#askLater(pollEveryMs);
    else this.#connect();
  }

  #giveUp(error: unknown): void {
    this.#hangUp();
    const isSignedOut = error instanceof SignedOut;
    this.#set({ connection: isSignedOut ? "signed-out" : "lost", presence: null });
    if (isSignedOut) return;
    const pauseMs = Math.min(longestPauseMs, 1000 * 2 ** this.#losses);
    this.#losses += 1;
    // Not all panels at once, when the server comes back.
    this.#askLater(pauseMs * (0.75 + Math.random() / 2));
  }

  #askLater(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), ms);
  }

  #hangUp(): void {
    clearTimeout(this.#timer);
    this.#stream?.close();
    this.#stream = null;
  }

  #hear(news: LiveNews): void {
    const heard = this.#heard;
    this.#heard = news.last_event;
    const fresh = { ...news, events: news.events.filter(({ id }) => heard === null || id > heard) };
    const { count, areSomeGone } = countAfter(this.#count, fresh);
    this.#count = count;
    if (fresh.events.length > 0 || news.is_gap || areSomeGone) {
      this.#onNews({ ...fresh, is_gap: news.is_gap || areSomeGone });
    }
  }

  #seePeople(presence: LivePresence): void {
    if (presence.reference === this.#place.reference) this.#set({ presence });
    // What one instance said was overtaken on its way to another.
    else if (this.#stream !== null) void tellPlace(this.#place);
  }

  #set(change: Partial<FeedState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
