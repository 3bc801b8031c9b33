/** A visitor waits for the outcome of a staff mail, but not of a receipt. */
export type MailAudience = "staff" | "visitor";

export type Release = () => void;

export interface QueueEntry {
  readonly to: MailAudience;
  readonly sender: string;
  readonly waitMs: number;
}

type Start = () => void;

/** Staff mails need no limit of their own: each leaves the queue at its deadline. */
const waitingMax: Readonly<Record<MailAudience, number>> = { staff: Infinity, visitor: 200 };
/** The mail server counts a connection until it notices the end. */
const closingMs = 10;

/** Staff mails go before receipts, which leave one connection free for the next staff mail (decision 001). */
export class ConnectionQueue {
  readonly #connections: number;
  readonly #noteWait: (to: MailAudience, seconds: number) => void;
  readonly #inUse: Record<MailAudience, number> = { staff: 0, visitor: 0 };
  readonly #waiting: Readonly<Record<MailAudience, FairQueue<Start>>> = {
    staff: new FairQueue(),
    visitor: new FairQueue(),
  };

  constructor(connections: number, noteWait: (to: MailAudience, seconds: number) => void = () => undefined) {
    this.#connections = connections;
    this.#noteWait = noteWait;
  }

  get inUse(): number {
    return this.#inUse.staff + this.#inUse.visitor;
  }

  waiting(to: MailAudience): number {
    return this.#waiting[to].size;
  }

  /** Resolves with null if none is free in time, or if too many are waiting already. */
  enter({ to, sender, waitMs }: QueueEntry): Promise<Release | null> {
    const queue = this.#waiting[to];
    if (waitMs <= 0 || queue.size >= waitingMax[to]) return Promise.resolve(null);
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

  takeIdle(): Release | null {
    return this.#hasRoomFor("staff") ? this.#occupy("staff") : null;
  }

  #hasRoomFor(to: MailAudience): boolean {
    if (this.inUse >= this.#connections) return false;
    return to === "staff" || this.#inUse.visitor < Math.max(1, this.#connections - 1);
  }

  #occupy(to: MailAudience): Release {
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

/** Senders take turns: one with many items delays another's first item by one item only. */
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

  remove(sender: string, item: Item): void {
    const items = this.#items.get(sender);
    if (items === undefined || !items.delete(item)) return;
    if (items.size === 0) this.#items.delete(sender);
    this.#size -= 1;
  }

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
