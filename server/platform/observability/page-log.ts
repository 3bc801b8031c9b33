import { symbols } from "pino";

import type { Log } from "./log.ts";

const longestWaitMs = 1000;
const fullAt = 64 * 1024;
const info = 30;

interface Sink {
  write(lines: string): unknown;
}

/** Where pino writes; its types leave that out. */
interface Sinks {
  readonly [symbols.streamSym]: Sink;
}

/**
 * Logs files that are served as the other routes log requests, without the query. The lines are written together after a
 * second or 64 KiB: a write for each took as long as serving the page.
 */
export class PageLog {
  readonly #sink: Sink | null;
  readonly #stopping: AbortSignal;
  #lines = "";
  #timer: NodeJS.Timeout | null = null;
  #instant = 0;
  #time = "";

  /** Aborting `stopping` writes what waits; from then on every line is written at once. */
  constructor(log: Log, stopping: AbortSignal) {
    this.#sink = log.isLevelEnabled("info") ? (log as unknown as Sinks)[symbols.streamSym] : null;
    this.#stopping = stopping;
    stopping.addEventListener("abort", () => this.#write(), { once: true });
  }

  /** `path` is that of one of our files or routes: it needs no escaping. */
  note(method: string, path: string, status: number): void {
    if (this.#sink === null) return;
    this.#lines += `{"level":${info},"time":"${this.#now()}","method":"${method}","path":"${path}","status":${status},"msg":"page"}\n`;
    if (this.#lines.length > fullAt || this.#stopping.aborted) this.#write();
    else this.#timer ??= setTimeout(() => this.#write(), longestWaitMs).unref();
  }

  #now(): string {
    const instant = Date.now();
    if (instant !== this.#instant) {
      this.#instant = instant;
      this.#time = new Date(instant).toISOString();
    }
    return this.#time;
  }

  #write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const lines = this.#lines;
    this.#lines = "";
    if (lines !== "") this.#sink?.write(lines);
  }
}
