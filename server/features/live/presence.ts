import type { LivePresence } from "#domain/live.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import type { Database } from "#server/platform/database/database.ts";

import { isSameTab, keyOf, type LiveClient, type Tab } from "./live-client.ts";

interface PresenceEntry {
  readonly tab: Tab;
  readonly reference: string;
  /** When the entry expires, in milliseconds. */
  readonly until: number;
}

/** Longer than two beats, so that one may get lost. */
const lifetimeMs = 25_000;

/** Tracks the open records of users on all instances. Entries expire, because an instance that dies removes none. */
export class OpenRecords {
  readonly #byTab = new Map<string, PresenceEntry>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Stores or renews what a tab has open; null for nothing. */
  set(tab: Tab, reference: string | null): void {
    if (reference === null) this.#byTab.delete(keyOf(tab));
    else this.#byTab.set(keyOf(tab), { tab, reference, until: this.#now() + lifetimeMs });
  }

  openIn(tab: Tab): string | null {
    return this.#byTab.get(keyOf(tab))?.reference ?? null;
  }

  /** Returns who else has a record open. */
  at(reference: string, userId: string): LivePresence {
    for (const [key, { until }] of this.#byTab) if (until <= this.#now()) this.#byTab.delete(key);
    const open = [...this.#byTab.values()].filter((one) => one.reference === reference);
    const people = new Set(open.map(({ tab }) => tab.userId));
    people.delete(userId);
    return { reference, people: [...people].toSorted() };
  }
}

const messageFormat = /^at ([0-9a-f-]{36}) ([0-9a-f-]{36}) (\S+)$/;

/** Shares among all instances who has which record open, and sends it to the clients. */
export class Presence {
  readonly #database: Database;
  readonly #clients: ReadonlySet<LiveClient>;
  readonly #open = new OpenRecords(() => performance.now());

  constructor(database: Database, clients: ReadonlySet<LiveClient>) {
    this.#database = database;
    this.#clients = clients;
  }

  async set(tab: Tab, reference: string | null): Promise<void> {
    this.#open.set(tab, reference);
    this.#sendAll();
    await this.#publish([openMessage(tab, reference)]);
  }

  /** Call it when a stream of the tab has ended. The tab may have another one, on whichever instance. */
  async leave(tab: Tab): Promise<void> {
    if (!this.#hasClient(tab)) await this.set(tab, null);
  }

  receive(message: string): void {
    const [, userId, id, text] = messageFormat.exec(message) ?? [];
    if (userId === undefined || id === undefined) return;
    const tab = { userId, id };
    const reference = isReferenceNumber(text) ? text : null;
    // Another instance has noticed only now that the tab left it for this one.
    if (reference === null && this.#hasClient(tab)) return void this.#repeat();
    this.#open.set(tab, reference);
    this.#sendAll();
  }

  beat(): void {
    this.#sendAll();
    void this.#repeat();
  }

  at(reference: string, tab: Tab): LivePresence {
    return this.#open.at(reference, tab.userId);
  }

  #hasClient(tab: Tab): boolean {
    return [...this.#clients].some((client) => isSameTab(client.tab, tab));
  }

  /** Renews what the clients of this instance have open. */
  async #repeat(): Promise<void> {
    const messages: string[] = [];
    for (const { tab } of this.#clients) {
      const reference = this.#open.openIn(tab);
      if (reference === null) continue;
      this.#open.set(tab, reference);
      messages.push(openMessage(tab, reference));
    }
    await this.#publish(messages);
  }

  async #publish(messages: readonly string[]): Promise<void> {
    if (messages.length === 0) return;
    const { notifications } = this.#database;
    const work = this.#database.write(async (tx) => {
      for (const message of messages) await notifications.publish(tx, message);
    });
    await work.catch(() => undefined); // Every beat repeats it.
  }

  #sendAll(): void {
    for (const client of this.#clients) {
      const reference = this.#open.openIn(client.tab);
      client.sendPresence(reference === null ? null : this.#open.at(reference, client.tab.userId));
    }
  }
}

function openMessage({ userId, id }: Tab, reference: string | null): string {
  return `at ${userId} ${id} ${reference ?? "-"}`;
}
