import { setTimeout as delay } from "node:timers/promises";

import { sql } from "kysely";
import pg from "pg";

import type { Query } from "./database.ts";
import { assertShort, type Listener, type Notifications, Subscribers } from "./notifications.ts";

const channel = "quadkea";
const reconnectPauseMs = 1000;
const heartbeatMs = 15_000;
const replyDeadlineMs = 5000;
const clientOptions = {
  application_name: "quadkea notifications",
  connectionTimeoutMillis: replyDeadlineMs,
  query_timeout: replyDeadlineMs,
  keepAlive: true,
};

/** LISTEN and NOTIFY. Listening takes a connection of its own, opened for the first subscriber. */
export class PostgresNotifications implements Notifications {
  readonly #url: string;
  readonly #subscribers = new Subscribers();
  readonly #closing = new AbortController();
  #working: Promise<void> | null = null;
  #isListening = false;

  constructor(url: string) {
    this.#url = url;
  }

  async publish(tx: Query, message: string): Promise<void> {
    assertShort(message);
    await sql`select pg_notify(${channel}, ${message})`.execute(tx);
  }

  subscribe(listener: Listener): () => void {
    const unsubscribe = this.#subscribers.add(listener);
    if (this.#isListening) queueMicrotask(() => listener.resumed());
    this.#working ??= this.#keepListening();
    return unsubscribe;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#working;
  }

  async #keepListening(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#listenUntilBroken().catch(() => undefined); // Reconnects after the pause.
      await delay(reconnectPauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #listenUntilBroken(): Promise<never> {
    const client = new pg.Client({ connectionString: this.#url, ...clientOptions });
    const broken = new AbortController();
    const isOver = AbortSignal.any([broken.signal, this.#closing.signal]);
    client.on("error", () => broken.abort()).on("end", () => broken.abort());
    client.on("notification", ({ payload = "" }) => this.#subscribers.pass(payload));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      this.#isListening = true;
      this.#subscribers.resume();
      for (;;) {
        await delay(heartbeatMs, undefined, { signal: isOver });
        await client.query("select 1"); // Detects a connection that died silently.
      }
    } finally {
      this.#isListening = false;
      void client.end().catch(() => undefined);
    }
  }
}
