import type { Query } from "./database.ts";

export interface Notifications {
  /** Sent to every instance, this one too, once the transaction is committed; at most 1,000 bytes. */
  publish(tx: Query, message: string): Promise<void>;
  subscribe(listener: Listener): () => void;
}

/** Neither may throw. */
export interface Listener {
  heard(message: string): void;
  /** Listening starts, at first or after a break: earlier messages may have been missed. */
  resumed(): void;
}

const messageMaxBytes = 1000;

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

export class LocalNotifications implements Notifications {
  readonly #subscribers = new Subscribers();
  #messages: string[] = [];

  async publish(_tx: unknown, message: string): Promise<void> {
    assertShort(message);
    this.#messages.push(message);
  }

  subscribe(listener: Listener): () => void {
    const unsubscribe = this.#subscribers.add(listener);
    queueMicrotask(() => listener.resumed());
    return unsubscribe;
  }

  /** Collects what the starting job publishes. Jobs run one at a time. */
  beginJob(): readonly string[] {
    this.#messages = [];
    return this.#messages;
  }

  /** Later, so that no listener can fail the job that has succeeded. */
  send(messages: readonly string[]): void {
    for (const message of messages) queueMicrotask(() => this.#subscribers.pass(message));
  }
}
