import type { LivePresence } from "#domain/live.ts";
import type { Database } from "#server/platform/database/database.ts";

import {
  departureMessage,
  type Placed,
  placeMessage,
  placesQuestion,
  readDepartureMessage,
  readPlaceMessage,
} from "./place-message.ts";
import { isSameTab, Presence, type Tab } from "./presence.ts";
import type { Watcher } from "./watcher.ts";

/** Longer than two beats, so that one may get lost. */
const lifetimeMs = 25_000;

/** Keeps what instances tell one another of who has which record open, and tells those who share one. */
export class PresenceExchange {
  readonly #database: Database;
  readonly #watchers: ReadonlySet<Watcher>;
  readonly #presence = new Presence(lifetimeMs, () => performance.now());

  constructor(database: Database, watchers: ReadonlySet<Watcher>) {
    this.#database = database;
    this.#watchers = watchers;
  }

  /** Notes, on every instance, which record a tab has open. */
  async place(tab: Tab, reference: string | null): Promise<void> {
    await this.#say([{ tab, reference }]);
  }

  /** A stream of the tab is over. */
  async leave(tab: Tab): Promise<void> {
    if (this.#isHere(tab)) return;
    this.#put({ tab, reference: null });
    await this.#publish([departureMessage(tab)]);
  }

  hear(message: string): void {
    const place = readPlaceMessage(message);
    if (place !== null) this.#put(place);
    const left = readDepartureMessage(message);
    if (left !== null && this.#isHere(left)) void this.#repeat();
    else if (left !== null) this.#put({ tab: left, reference: null });
    if (message === placesQuestion) void this.#repeat();
  }

  /** Asks the other instances who is where. */
  ask(): Promise<void> {
    return this.#publish([placesQuestion]);
  }

  /** Says again who is where on this instance, and forgets of others what has not been said for long. */
  beat(): void {
    this.#tell(this.#presence.expire());
    void this.#repeat();
  }

  /** Tells a panel that has just come who else is where it is. */
  welcome({ tab }: Watcher): void {
    const reference = this.#presence.placeOf(tab);
    if (reference !== null) this.#tell([reference]);
  }

  at(reference: string, { userId }: Tab): LivePresence {
    this.#tell(this.#presence.expire());
    return { reference, people: this.#presence.othersAt(reference, userId) };
  }

  #isHere(tab: Tab): boolean {
    return [...this.#watchers].some((watcher) => isSameTab(watcher.tab, tab));
  }

  #repeat(): Promise<void> {
    const places = [...this.#watchers].map(({ tab }) => ({ tab, reference: this.#presence.placeOf(tab) }));
    return this.#say(places.filter(({ reference }) => reference !== null));
  }

  async #say(places: readonly Placed[]): Promise<void> {
    for (const place of places) this.#put(place);
    await this.#publish(places.map(placeMessage));
  }

  async #publish(messages: readonly string[]): Promise<void> {
    if (messages.length === 0) return;
    const { notifications } = this.#database;
    const work = this.#database.write(async (tx) => {
      for (const message of messages) await notifications.publish(tx, message);
    });
    await work.catch(() => undefined); // It is said again with every beat.
  }

  #put({ tab, reference }: Placed): void {
    this.#tell(this.#presence.put(tab, reference));
  }

  #tell(references: readonly string[]): void {
    for (const watcher of this.#watchers) {
      const reference = this.#presence.placeOf(watcher.tab);
      if (reference === null || !references.includes(reference)) continue;
      const people = this.#presence.othersAt(reference, watcher.tab.userId);
      watcher.tellPresence({ reference, people });
    }
  }
}
