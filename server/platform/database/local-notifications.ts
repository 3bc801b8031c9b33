import { assertShort, type Listener, type Notifications, Subscribers } from "./notifications.ts";

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
