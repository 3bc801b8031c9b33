import type { Query } from "./database.ts";

/** Short messages from whoever changes something to whoever shows it, across all instances. */
export interface Notifications {
  /** Sent once the transaction is committed, to this instance too; at most 1,000 bytes, such as an id. */
  publish(tx: Query, message: string): Promise<void>;
  /** Until the answered function is called. */
  subscribe(listener: Listener): () => void;
}

/** Neither may throw. */
export interface Listener {
  heard(message: string): void;
  /** Listening begins, at first or after a break: what was published before may have been missed. */
  resumed(): void;
}

const messageMaxBytes = 1000;

/** Those who listen in this process. */
export class Subscribers {
  readonly #listeners = new Set<Listener>();

  add(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  pass(message: string): void {
    for (const listener of this.#listeners) listener.heard(message);
  }

  resume(): void {
    for (const listener of this.#listeners) listener.resumed();
  }
}

export function assertShort(message: string): void {
  if (Buffer.byteLength(message) > messageMaxBytes) throw new Error("A notification must be short");
}

/** Notifications of a process that is alone with its database. */
export class LocalNotifications implements Notifications {
  readonly #subscribers = new Subscribers();
  #ofJob: string[] = [];

  async publish(_tx: unknown, message: string): Promise<void> {
    assertShort(message);
    this.#ofJob.push(message);
  }

  subscribe(listener: Listener): () => void {
    const unsubscribe = this.#subscribers.add(listener);
    queueMicrotask(() => listener.resumed());
    return unsubscribe;
  }

  /** A job begins, of which there is one at a time; answers where its messages gather. */
  beginJob(): readonly string[] {
    this.#ofJob = [];
    return this.#ofJob;
  }

  /** The job is durable. Those who listen have no part in whether it succeeded. */
  send(messages: readonly string[]): void {
    for (const message of messages) queueMicrotask(() => this.#subscribers.pass(message));
  }
}
