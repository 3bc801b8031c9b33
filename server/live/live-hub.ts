import { liveBeatMs, type LiveNews, type LivePresence } from "#domain/live.ts";

import { aliveSessions } from "../auth/sessions.ts";
import type { Database } from "../database/database.ts";
import type { Log } from "../operations/log.ts";
import { newsMessage, newsSince, removalMessage } from "./news.ts";
import { type Placed, placeMessage, placesQuestion, readPlaceMessage } from "./place-message.ts";
import { Presence, type Tab } from "./presence.ts";
import type { Watcher } from "./watcher.ts";

/** Longer than two beats, so that one may get lost. */
const presenceLifetimeMs = 25_000;

/** Browsers open six connections to a host over HTTP/1.1: three tabs leave room for calls, further ones poll. */
const atMost = { ofSession: 3, ofUser: 24, inAll: 256 };

export interface LiveContext {
  readonly database: Database;
  readonly log: Log;
  readonly now: () => Date;
}

/** Tells the panels that are open on this instance what happens to records, on whichever instance. */
export class LiveHub {
  readonly #context: LiveContext;
  readonly #watchers = new Set<Watcher>();
  readonly #presence = new Presence(presenceLifetimeMs, () => performance.now());
  /** The event up to which everybody has been told; null before the first look. */
  #told: number | null = null;
  #total = 0;
  #isBehind = true;
  #hasRemovals = false;
  #working: Promise<void> | null = null;
  #stopListening: (() => void) | null = null;
  #beating: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(context: LiveContext) {
    this.#context = context;
  }

  /** This session or user, or all together, have as many streams as can be. */
  isFull({ userId }: Tab, sessionId: string): boolean {
    const watchers = [...this.#watchers];
    return (
      this.#isClosed ||
      watchers.length >= atMost.inAll ||
      watchers.filter(({ tab }) => tab.userId === userId).length >= atMost.ofUser ||
      watchers.filter((watcher) => watcher.sessionId === sessionId).length >= atMost.ofSession
    );
  }

  /** Tells a panel what it has missed since `after`, and from then on what happens. */
  async join(watcher: Watcher, reference: string | null, after: number | null): Promise<void> {
    this.#watchers.add(watcher);
    this.#beating ??= setInterval(() => this.#beat(), liveBeatMs).unref();
    this.#listen();
    await this.#catchUp();
    watcher.welcome(await this.#newsUpToNow(after));
    this.#tellPresence([this.#presence.placeOf(watcher.tab)]);
    if (reference !== null) await this.place(watcher.tab, reference);
  }

  async leave(watcher: Watcher): Promise<void> {
    this.#watchers.delete(watcher);
    const isElsewhere = [...this.#watchers].some(({ tab }) => tab.id === watcher.tab.id);
    if (!isElsewhere && !this.#isClosed) await this.place(watcher.tab, null);
  }

  /** What has happened since `after`, and who else has the record open, for a panel that asks now and then. */
  async poll(
    tab: Tab,
    reference: string | null,
    after: number | null,
  ): Promise<LiveNews & { presence: LivePresence | null }> {
    this.#listen();
    await this.place(tab, reference);
    this.#tellPresence(this.#presence.expire());
    const news = await this.#newsSince(after);
    return { ...news, presence: reference === null ? null : this.#presenceAt(reference, tab) };
  }

  /** Notes, on every instance, which record a tab has open. */
  async place(tab: Tab, reference: string | null): Promise<void> {
    await this.#say([{ tab, reference }]);
  }

  /** Ends every stream: the panels come back to whoever serves next. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#beating !== null) clearInterval(this.#beating);
    this.#stopListening?.();
    for (const watcher of this.#watchers) watcher.dismiss();
    await this.#working;
  }

  #listen(): void {
    this.#stopListening ??= this.#context.database.notifications.subscribe({
      heard: (message) => this.#hear(message),
      resumed: () => {
        void this.#publish([placesQuestion]);
        this.#wake();
      },
    });
  }

  #hear(message: string): void {
    const place = readPlaceMessage(message);
    if (place !== null) return this.#put(place);
    if (message === placesQuestion) void this.#repeatPlaces();
    if (message === removalMessage) this.#hasRemovals = true;
    if (message === newsMessage || message === removalMessage) this.#wake();
  }

  #wake(): void {
    this.#isBehind = true;
    if (this.#watchers.size > 0) void this.#catchUp();
  }

  #catchUp(): Promise<void> {
    this.#working ??= this.#tellNews()
      .catch((error: unknown) => {
        this.#isBehind = true; // The next beat tries again.
        this.#context.log.warn({ err: error }, "live news could not be read");
      })
      .finally(() => (this.#working = null));
    return this.#working;
  }

  async #tellNews(): Promise<void> {
    while (this.#isBehind && !this.#isClosed) {
      this.#isBehind = false;
      const hasRemovals = this.#hasRemovals;
      this.#hasRemovals = false;
      await this.#dismissSignedOut();
      const news = await this.#newsSince(this.#told);
      const total = totalOf(news);
      // Commands that run beside the server remove records without a word.
      const isGap = news.is_gap || hasRemovals || total < this.#total;
      this.#told = news.last_event;
      this.#total = total;
      for (const watcher of this.#watchers) watcher.tell({ ...news, is_gap: isGap });
    }
  }

  /** Before anything is told: those whose session is over hear no more. */
  async #dismissSignedOut(): Promise<void> {
    const { database, now } = this.#context;
    const watchers = [...this.#watchers];
    const alive = await aliveSessions(
      database.reader,
      watchers.map(({ sessionId }) => sessionId),
      now(),
    );
    for (const watcher of watchers) if (!alive.has(watcher.sessionId)) watcher.dismiss();
    for (const watcher of watchers) if (!alive.has(watcher.sessionId)) this.#watchers.delete(watcher);
  }

  /** Signs of life, and what no message has told. */
  #beat(): void {
    for (const watcher of this.#watchers) watcher.beat();
    this.#tellPresence(this.#presence.expire());
    void this.#repeatPlaces();
    this.#wake();
  }

  #put({ tab, reference }: Placed): void {
    this.#tellPresence(this.#presence.put(tab, reference));
  }

  /** For instances that have just begun to listen, and those that forget what they do not hear again. */
  #repeatPlaces(): Promise<void> {
    const places = [...this.#watchers].map(({ tab }) => ({ tab, reference: this.#presence.placeOf(tab) }));
    return this.#say(places.filter(({ reference }) => reference !== null));
  }

  async #say(places: readonly Placed[]): Promise<void> {
    for (const place of places) this.#put(place);
    await this.#publish(places.map(placeMessage));
  }

  async #publish(messages: readonly string[]): Promise<void> {
    if (this.#isClosed || messages.length === 0) return;
    const { database } = this.#context;
    const work = database.write(async (tx) => {
      for (const message of messages) await database.notifications.publish(tx, message);
    });
    await work.catch(() => undefined); // It is said again with every beat.
  }

  #tellPresence(references: readonly (string | null)[]): void {
    for (const watcher of this.#watchers) {
      const reference = this.#presence.placeOf(watcher.tab);
      if (reference === null || !references.includes(reference)) continue;
      watcher.tellPresence(this.#presenceAt(reference, watcher.tab));
    }
  }

  #presenceAt(reference: string, { userId }: Tab): LivePresence {
    return { reference, people: this.#presence.othersAt(reference, userId) };
  }

  /** Read anew where the others were told something meanwhile, which this panel would miss. */
  async #newsUpToNow(after: number | null): Promise<LiveNews> {
    for (;;) {
      const told = this.#told;
      const news = await this.#newsSince(after);
      if (this.#told === told) return news;
    }
  }

  #newsSince(after: number | null): Promise<LiveNews> {
    return newsSince(this.#context.database.reader, after);
  }
}

function totalOf({ counts }: LiveNews): number {
  return Object.values(counts)
    .flatMap((byStatus) => Object.values(byStatus))
    .reduce((sum, count) => sum + count, 0);
}
