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
/** Pages of 4 KiB: SQLite's own limit, and that for the two seconds in which many pass through. */
const [usualPages, manyPages] = [1000, 16_000];

/** What SQLite has written, and what it has deleted since, stays readable in its log until that is emptied. */
export class SqliteLog {
  readonly #connections: Connections;
  #soon: NodeJS.Timeout | null = null;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** Returns false if a reader still needs the log. */
  async empty(): Promise<boolean> {
    const { commits, writer, inThread } = this.#connections;
    // Copies nearly all of it: little is left to do here.
    await sql`pragma wal_checkpoint(passive)`.execute(inThread).catch(() => undefined);
    return cutLog(commits, writer);
  }

  emptySoon(): void {
    if (this.#soon !== null) return;
    this.#soon = setTimeout(() => void this.#emptyNow(), emptyAfterMs).unref();
    void this.#setPages(manyPages);
  }

  close(): void {
    clearTimeout(this.#soon ?? undefined);
    this.#soon = null;
  }

  async #emptyNow(): Promise<void> {
    const isEmpty = await this.empty().catch(() => false);
    if (this.#soon === null) return; // Closed.
    this.#soon = null;
    if (isEmpty) await this.#setPages(usualPages);
    else this.emptySoon();
  }

  async #setPages(pages: number): Promise<void> {
    await sql`pragma wal_autocheckpoint = ${sql.lit(pages)}`.execute(this.#connections.writer);
  }
}

/** Returns false if a reader still needs the log. */
export async function cutLog(commits: GroupCommit, queries: Kysely<Tables>): Promise<boolean> {
  await commits.drained();
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(queries);
  return rows[0]?.busy === 0;
}
