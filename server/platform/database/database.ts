import type { Kysely } from "kysely";

import type { Engine } from "./migrate.ts";
import type { Notifications } from "./notifications.ts";
import type { Tables } from "./tables.ts";

export type Query = Kysely<Tables>;

export interface CommandDatabase {
  readonly engine: Engine;
  readonly reader: Query; // Sees committed data only.
  /**
   * All queries of `job` see the same moment. It must await nothing else, and query nothing but `db`. It may run more
   * than once.
   */
  snapshot<Result>(job: (db: Query) => Promise<Result>): Promise<Result>;
  /**
   * Runs `job` as one transaction and resolves once it is durable. A job may run more than once, must await
   * nothing but its own queries and turns of the event loop, and may share its commit with others.
   */
  write<Result>(job: (tx: Query) => Promise<Result>): Promise<Result>;
  /** Makes jobs that lock the same name take turns, each until its transaction ends. */
  lock(tx: Query, name: string): Promise<void>;
  /**
   * Empties SQLite's log, where deleted rows are still readable; the file itself overwrites them (secure_delete). Returns
   * false if a reader still needs it.
   */
  emptyLog(): Promise<boolean>;
  close(this: void): Promise<void>;
}

export interface Database extends CommandDatabase {
  /** May delay each other, never the event loop. Reject with `DatabaseUnavailable` after 10 seconds. */
  readonly longReads: Query;
  /**
   * Works like `write`, for passing data that can be sent again: a power cut may undo it. SQLite's log is emptied
   * within seconds.
   */
  writePassing<Result>(job: (tx: Query) => Promise<Result>): Promise<Result>;
  readonly writesPending: number;
  readonly isDamaged: boolean; // Since a statement met a broken page. PostgreSQL looks after its own files.
  /** Unless it runs on any instance. Only saves work: if a connection breaks, two may run after all. */
  alone(name: string, chore: () => Promise<void>): Promise<void>;
  readonly notifications: Notifications;
}

/** The database cannot be used now: locked for too long, full, or out of reach. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** The connection broke during the commit, which may or may not have happened. */
export class CommitUnknown extends DatabaseUnavailable {}

export class DatabaseFull extends DatabaseUnavailable {}

/** Writes once more if the disk is full: `onFull` may have made room. */
export async function withRoom<Result>(onFull: () => void, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof DatabaseFull)) throw error;
    onFull();
    return write();
  }
}

/** A text with a character that the engine cannot store, such as NUL in PostgreSQL. */
export class UnusableText extends Error {
  override readonly name = "UnusableText";
}

export class DatabaseInUse extends Error {
  override readonly name = "DatabaseInUse";
}

/** A command needs one that a server has made. */
export class DatabaseMissing extends Error {
  override readonly name = "DatabaseMissing";
}

/** PostgreSQL, or what is in front of it, is set up in a way that cannot work. The message says what to change. */
export class DatabaseUnfit extends Error {
  override readonly name = "DatabaseUnfit";
}

/** A newer version of QuadKea has changed the schema, or an unreleased one has made it. */
export class DatabaseOfOtherBuild extends Error {
  override readonly name = "DatabaseOfOtherBuild";
}
