/** Whom a mail is for. A visitor waits for the outcome of a staff mail; nobody waits for a receipt. */
export type Recipient = "staff" | "visitor";

/** Gives a connection back. Call it once, when the connection is closed. */
export type Release = () => void;

export interface Entry {
  readonly to: Recipient;
  /** Senders take turns. */
  readonly sender: string;
  /** How long to wait at most, in milliseconds. */
  readonly waitMs: number;
}

type Start = () => void;

/** Staff mails need no bound of their own: each leaves the queue when its visitor's time is up. */
const waitingAtMost: Readonly<Record<Recipient, number>> = { staff: Infinity, visitor: 200 };
/** The other side counts a connection until it notices the end. */
const closingMs = 10;

/**
 * Limits how many connections to the mail server are open at once. Staff mails go before receipts, and
 * receipts leave one connection free, so that a staff mail that comes next need not wait for them.
 */
export class ConnectionQueue {
  readonly #connections: number;
  readonly #noteWait: (to: Recipient, seconds: number) => void;
  readonly #inUse: Record<Recipient, number> = { staff: 0, visitor: 0 };
  readonly #waiting: Readonly<Record<Recipient, FairQueue<Start>>> = {
    staff: new FairQueue(),
    visitor: new FairQueue(),
  };

  /** `noteWait` is called with each mail that got a connection. */
  constructor(connections: number, noteWait: (to: Recipient, seconds: number) => void = () => undefined) {
    this.#connections = connections;
    this.#noteWait = noteWait;
  }

  get inUse(): number {
    return this.#inUse.staff + this.#inUse.visitor;
  }

  waiting(to: Recipient): number {
    return this.#waiting[to].size;
  }

  /** Waits for a connection. Returns null if none comes free in time, or if too many wait already. */
  enter({ to, sender, waitMs }: Entry): Promise<Release | null> {
    const queue = this.#waiting[to];
    if (waitMs <= 0 || queue.size >= waitingAtMost[to]) return Promise.resolve(null);
    const { promise, resolve } = Promise.withResolvers<Release | null>();
    const since = performance.now();
    const start: Start = () => {
      clearTimeout(tooLate);
      this.#noteWait(to, (performance.now() - since) / 1000);
      resolve(this.#occupy(to));
    };
    const tooLate = setTimeout(() => {
      queue.remove(sender, start);
      resolve(null);
    }, waitMs);
    queue.add(sender, start);
    this.#fill();
    return promise;
  }

  /** A connection that nobody uses or waits for; null if there is none. */
  takeIdle(): Release | null {
    return this.#hasRoomFor("staff") ? this.#occupy("staff") : null;
  }

  #hasRoomFor(to: Recipient): boolean {
    if (this.inUse >= this.#connections) return false;
    return to === "staff" || this.#inUse.visitor < Math.max(1, this.#connections - 1);
  }

  #occupy(to: Recipient): Release {
    this.#inUse[to] += 1;
    return () => {
      setTimeout(() => {
        this.#inUse[to] -= 1;
        this.#fill();
      }, closingMs);
    };
  }

  #fill(): void {
    for (const to of ["staff", "visitor"] as const) {
      while (this.#hasRoomFor(to)) {
        const start = this.#waiting[to].shift();
        if (start === undefined) break;
        start();
      }
    }
  }
}

/**
 * A queue in which senders take turns: first in, first out for each sender, and one item of each sender per
 * round. One sender with many items delays another sender's first item by one item, not by all of them.
 */
export class FairQueue<Item> {
  readonly #items = new Map<string, Set<Item>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(sender: string, item: Item): void {
    const items = this.#items.get(sender) ?? new Set();
    this.#items.set(sender, items.add(item));
    this.#size += 1;
  }

  /** Does nothing if the item has left the queue already. */
  remove(sender: string, item: Item): void {
    const items = this.#items.get(sender);
    if (items === undefined || !items.delete(item)) return;
    if (items.size === 0) this.#items.delete(sender);
    this.#size -= 1;
  }

  /** Takes the next item; undefined if the queue is empty. */
  shift(): Item | undefined {
    for (const [sender, items] of this.#items) {
      for (const item of items) {
        this.remove(sender, item);
        this.#moveToEnd(sender);
        return item;
      }
    }
    return undefined;
  }

  #moveToEnd(sender: string): void {
    const items = this.#items.get(sender);
    if (items === undefined) return;
    this.#items.delete(sender);
    this.#items.set(sender, items);
  }
}
