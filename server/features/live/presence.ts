/** One tab of one user's browser. */
export interface Tab {
  readonly userId: string;
  readonly id: string;
}

interface Place {
  readonly tab: Tab;
  readonly reference: string;
  /** Until when it counts, in milliseconds. */
  readonly until: number;
}

/** Who has which record open, on whichever instance. An instance that dies takes back nothing: places expire. */
export class Presence {
  readonly #places = new Map<string, Place>();
  readonly #lifetimeMs: number;
  readonly #now: () => number;

  constructor(lifetimeMs: number, now: () => number) {
    this.#lifetimeMs = lifetimeMs;
    this.#now = now;
  }

  /** A tab has a record open, still or from now on, or none. Answers the records whose people have changed. */
  put(tab: Tab, reference: string | null): string[] {
    const key = keyOf(tab);
    const before = this.placeOf(tab);
    if (reference === null) this.#places.delete(key);
    else this.#places.set(key, { tab, reference, until: this.#now() + this.#lifetimeMs });
    return before === reference ? [] : [before, reference].filter((one) => one !== null);
  }

  placeOf(tab: Tab): string | null {
    return this.#places.get(keyOf(tab))?.reference ?? null;
  }

  /** Forgets tabs that nobody has spoken of for long; answers the records whose people have changed. */
  expire(): string[] {
    const gone = [...this.#places].filter(([, { until }]) => until <= this.#now());
    for (const [key] of gone) this.#places.delete(key);
    return gone.map(([, { reference }]) => reference);
  }

  /** Who has that record open, besides a user, who may have it open twice. */
  othersAt(reference: string, userId: string): string[] {
    const there = [...this.#places.values()].filter((place) => place.reference === reference);
    const people = new Set(there.map(({ tab }) => tab.userId));
    people.delete(userId);
    return [...people].toSorted();
  }
}

export function isSameTab(one: Tab, other: Tab): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf({ userId, id }: Tab): string {
  return `${userId} ${id}`;
}
