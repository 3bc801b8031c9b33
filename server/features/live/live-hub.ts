import { liveBeatMs, type LivePresence, type LiveUpdate } from "#domain/live.ts";
import { aliveSessions } from "#server/features/auth/sessions.ts";
import type { Log } from "#server/platform/observability/log.ts";
import { eventsMessage, eventsSince, reloadMessage, wasErasedSince } from "#server/services/events/events.ts";
import type { Services } from "#server/services/services.ts";

import { isSameTab, type LiveClient, type Tab } from "./live-client.ts";
import { Presence } from "./presence.ts";

/** Browsers open six connections to a host over HTTP/1.1. Three streams leave room for requests; other tabs poll. */
const atMost = { ofSession: 3, inAll: 256 };

export interface HubContext extends Services {
  readonly log: Log;
}

/** Sends the clients of this instance what happens to records on all instances. */
export class LiveHub {
  readonly #context: HubContext;
  readonly #clients = new Set<LiveClient>();
  readonly #presence: Presence;
  #isBehind = true;
  #mustReload = false;
  #working: Promise<void> | null = null;
  #stopListening: (() => void) | null = null;
  #beating: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(context: HubContext) {
    this.#context = context;
    this.#presence = new Presence(context.database, this.#clients);
  }

  /** Returns whether this session or all together have the maximum of streams, not counting the tab's own. */
  isFull(tab: Tab, sessionId: string): boolean {
    const clients = [...this.#clients].filter((client) => !isSameTab(client.tab, tab));
    return (
      this.#isClosed ||
      clients.length >= atMost.inAll ||
      clients.filter((client) => client.sessionId === sessionId).length >= atMost.ofSession
    );
  }

  /** A reconnecting tab replaces its old stream: the network may report the loss a quarter of an hour later. */
  async join(client: LiveClient, reference: string | null): Promise<void> {
    for (const one of this.#clients) if (isSameTab(one.tab, client.tab)) this.#drop(one);
    this.#clients.add(client);
    this.#beating ??= setInterval(() => this.#beat(), liveBeatMs).unref();
    this.#listen();
    this.#isBehind = true;
    await this.#catchUp();
    await this.setOpenRecord(client.tab, reference);
  }

  async leave(client: LiveClient): Promise<void> {
    this.#clients.delete(client);
    if (!this.#isClosed) await this.#presence.leave(client.tab);
  }

  /** Returns what happened since `after` and who else has the record open, for clients that poll. */
  async poll(
    tab: Tab,
    reference: string | null,
    after: number | null,
  ): Promise<LiveUpdate & { presence: LivePresence | null }> {
    this.#listen();
    await this.setOpenRecord(tab, reference);
    const update = await this.#eventsSince(after);
    return { ...update, presence: reference === null ? null : this.#presence.at(reference, tab) };
  }

  async setOpenRecord(tab: Tab, reference: string | null): Promise<void> {
    if (!this.#isClosed) await this.#presence.set(tab, reference);
  }

  /** Ends every stream. The clients reconnect to the next server. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#beating !== null) clearInterval(this.#beating);
    this.#stopListening?.();
    for (const client of this.#clients) client.disconnect();
    await this.#working;
  }

  #listen(): void {
    this.#stopListening ??= this.#context.database.notifications.subscribe({
      heard: (message) => this.#receive(message),
      resumed: () => this.#wake(),
    });
  }

  #receive(message: string): void {
    this.#presence.receive(message);
    if (message === reloadMessage) this.#mustReload = true;
    if (message === eventsMessage || message === reloadMessage) this.#wake();
  }

  #wake(): void {
    this.#isBehind = true;
    if (this.#clients.size > 0) void this.#catchUp();
  }

  async #catchUp(): Promise<void> {
    if (this.#isBehind) this.#working ??= this.#sendAll();
    await this.#working;
  }

  async #sendAll(): Promise<void> {
    try {
      while (this.#isBehind && !this.#isClosed) await this.#sendUpdate();
    } catch (error) {
      this.#isBehind = true; // The next beat tries again.
      this.#context.log.warn({ err: error }, "live updates could not be read");
    }
    this.#working = null;
  }

  async #sendUpdate(): Promise<void> {
    this.#isBehind = false;
    const mustReload = this.#mustReload;
    this.#mustReload = false;
    await this.#disconnectSignedOut();
    const read = new Map<number | null, LiveUpdate>();
    for (const client of this.#clients) {
      const { lastEvent } = client;
      const update = read.get(lastEvent) ?? (await this.#eventsSince(lastEvent));
      read.set(lastEvent, update);
      client.sendUpdate({ ...update, is_gap: update.is_gap || mustReload });
    }
  }

  /** Runs before anything is sent. */
  async #disconnectSignedOut(): Promise<void> {
    const { database, now } = this.#context;
    const clients = [...this.#clients];
    const alive = await aliveSessions(
      database.reader,
      clients.map(({ sessionId }) => sessionId),
      now(),
    );
    for (const client of clients) if (!alive.has(client.sessionId)) this.#drop(client);
  }

  #drop(client: LiveClient): void {
    client.disconnect();
    this.#clients.delete(client);
  }

  /** Heartbeat, plus a read in case a notification was lost. */
  #beat(): void {
    for (const client of this.#clients) client.beat();
    this.#presence.beat();
    this.#wake();
  }

  /** Each desk loads everything again in the three beats after an erasure, whichever way it follows events. */
  async #eventsSince(after: number | null): Promise<LiveUpdate> {
    const { database, now } = this.#context;
    const update = await eventsSince(database.reader, after);
    const since = new Date(now().getTime() - 3 * liveBeatMs);
    return (await wasErasedSince(database.reader, since)) ? { ...update, events: [], is_gap: true } : update;
  }
}
