import { type Kysely, sql } from "kysely";

import type { GroupCommit } from "./group-commit.ts";
import type { Tables } from "./tables.ts";

interface Connections {
  readonly commits: GroupCommit;
  readonly writer: Kysely<Tables>;
  /** In another thread, which may copy and sync without holding up anybody. */
  readonly inThread: Kysely<Tables>;
}

const emptyAfterMs = 2000;
const emptyAtLatestMs = 20_000;
/** Pages of 4 KiB: SQLite's own limit, and that for the two seconds in which many pass through. */
const [usualPages, manyPages] = [1000, 16_000];

/** Empties SQLite's log, where written and deleted rows stay readable until then. */
export class SqliteLog {
  readonly #connections: Connections;
  #soon: NodeJS.Timeout | null = null;
  #since = 0; // On the clock of `performance.now()`.
  #isMore = false;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Returns false if a reader still needs the log. */
  async empty(): Promise<boolean> {
    const { commits, writer, inThread } = this.#connections;
    await copyLog(inThread);
    return cutLog(commits, writer);
  }

  /** Once nothing more has passed through for two seconds, or after 20. */
  emptySoon(): void {
    if (this.#soon === null) {
      this.#since = performance.now();
      this.#wait();
      void this.#setPages(manyPages);
    }
    this.#isMore = true;
  }

  close(): void {
    clearTimeout(this.#soon ?? undefined);
    this.#soon = null;
  }

  #wait(): void {
    this.#isMore = false;
    this.#soon = setTimeout(() => void this.#emptyNow(), emptyAfterMs).unref();
  }

  /** While more comes it is only copied: to cut the file holds up everybody. */
  async #emptyNow(): Promise<void> {
    const isLate = performance.now() - this.#since > emptyAtLatestMs;
    const isCut = isLate || !this.#isMore;
    if (!isCut) await copyLog(this.#connections.inThread);
    const isEmpty = isCut && (await this.empty().catch(() => false));
    if (this.#soon === null) return; // Closed.
    if (isEmpty) this.#since = performance.now();
    if (!isEmpty || this.#isMore) return this.#wait();
    this.#soon = null;
    await this.#setPages(usualPages);
  }

  async #setPages(pages: number): Promise<void> {
    await sql`pragma wal_autocheckpoint = ${sql.lit(pages)}`.execute(this.#connections.writer);
  }
}

/** Into the file. What the thread cannot do now is left to the next time. */
async function copyLog(inThread: Kysely<Tables>): Promise<void> {
  await sql`pragma wal_checkpoint(passive)`.execute(inThread).catch(() => undefined);
}

/** Returns false if a reader still needs the log. */
export async function cutLog(commits: GroupCommit, queries: Kysely<Tables>): Promise<boolean> {
  await commits.drained();
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(queries);
  return rows[0]?.busy === 0;
}
