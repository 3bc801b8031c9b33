import { countAfter, liveBeatMs, type LiveNews, type LivePresence } from "#domain/live.ts";
import { aliveSessions } from "#server/features/auth/sessions.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Log } from "#server/platform/observability/log.ts";
import { eventsMessage, eventsSince, removalMessage } from "#server/services/events/events.ts";

import { PresenceExchange } from "./presence-exchange.ts";
import { isSameTab, type Tab } from "./presence.ts";
import type { Watcher } from "./watcher.ts";

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
  readonly #presence: PresenceExchange;
  /** The event up to which everybody has been told; null before the first look. */
  #told: number | null = null;
  /** How many records there were then. */
  #count: number | null = null;
  #isBehind = true;
  #hasRemovals = false;
  #working: Promise<void> | null = null;
  #stopListening: (() => void) | null = null;
  #beating: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(context: LiveContext) {
    this.#context = context;
    this.#presence = new PresenceExchange(context.database, this.#watchers);
  }

  /** This session or user, or all together, have as many streams as can be, besides the tab's own. */
  isFull(tab: Tab, sessionId: string): boolean {
    const watchers = [...this.#watchers].filter((watcher) => !isSameTab(watcher.tab, tab));
    return (
      this.#isClosed ||
      watchers.length >= atMost.inAll ||
      watchers.filter((watcher) => watcher.tab.userId === tab.userId).length >= atMost.ofUser ||
      watchers.filter((watcher) => watcher.sessionId === sessionId).length >= atMost.ofSession
    );
  }

  /**
   * Tells a panel what it has missed since `after`, and from then on what happens. A tab that comes again
   * has lost the stream before, which the network may tell here a quarter of an hour later.
   */
  async join(watcher: Watcher, reference: string | null, after: number | null): Promise<void> {
    for (const one of this.#watchers) if (isSameTab(one.tab, watcher.tab)) this.#drop(one);
    this.#watchers.add(watcher);
    this.#beating ??= setInterval(() => this.#beat(), liveBeatMs).unref();
    this.#listen();
    await this.#catchUp();
    watcher.welcome(await this.#newsUpToNow(after));
    this.#presence.welcome(watcher);
    if (reference !== null) await this.place(watcher.tab, reference);
  }

  async leave(watcher: Watcher): Promise<void> {
    this.#watchers.delete(watcher);
    if (!this.#isClosed) await this.#presence.leave(watcher.tab);
  }

  /** What has happened since `after`, and who else has the record open, for a panel that asks now and then. */
  async poll(
    tab: Tab,
    reference: string | null,
    after: number | null,
  ): Promise<LiveNews & { presence: LivePresence | null }> {
    this.#listen();
    await this.place(tab, reference);
    const news = await this.#eventsSince(after);
    return { ...news, presence: reference === null ? null : this.#presence.at(reference, tab) };
  }

  /** Notes, on every instance, which record a tab has open. */
  async place(tab: Tab, reference: string | null): Promise<void> {
    if (!this.#isClosed) await this.#presence.place(tab, reference);
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
        void this.#presence.ask();
        this.#wake();
      },
    });
  }

  #hear(message: string): void {
    this.#presence.hear(message);
    if (message === removalMessage) this.#hasRemovals = true;
    if (message === eventsMessage || message === removalMessage) this.#wake();
  }

  #wake(): void {
    this.#isBehind = true;
    if (this.#watchers.size > 0) void this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    if (this.#isBehind) this.#working ??= this.#tellAll();
    await this.#working;
  }

  async #tellAll(): Promise<void> {
    try {
      while (this.#isBehind && !this.#isClosed) await this.#tellNews();
    } catch (error) {
      this.#isBehind = true; // The next beat tries again.
      this.#context.log.warn({ err: error }, "live news could not be read");
    }
    this.#working = null;
  }

  async #tellNews(): Promise<void> {
    this.#isBehind = false;
    const hasRemovals = this.#hasRemovals;
    this.#hasRemovals = false;
    await this.#dismissSignedOut();
    const news = await this.#eventsSince(this.#told);
    // Commands that run beside the server remove records without a word.
    const { count, areSomeGone } = countAfter(this.#count, news);
    const isGap = news.is_gap || hasRemovals || areSomeGone;
    this.#told = news.last_event;
    this.#count = count;
    for (const watcher of this.#watchers) watcher.tell({ ...news, is_gap: isGap });
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
    for (const watcher of watchers) if (!alive.has(watcher.sessionId)) this.#drop(watcher);
  }

  #drop(watcher: Watcher): void {
    watcher.dismiss();
    this.#watchers.delete(watcher);
  }

  /** Signs of life, and what no message has told. */
  #beat(): void {
    for (const watcher of this.#watchers) watcher.beat();
    this.#presence.beat();
    this.#wake();
  }

  /** Read anew where the others were told something meanwhile, which this panel would miss. */
  async #newsUpToNow(after: number | null): Promise<LiveNews> {
    for (;;) {
      const told = this.#told;
      const news = await this.#eventsSince(after);
      if (this.#told === told) return news;
    }
  }

  #eventsSince(after: number | null): Promise<LiveNews> {
    return eventsSince(this.#context.database.reader, after);
  }
}
