import type { Kysely } from "kysely";

import type { Engine } from "./migrate.ts";
import type { Notifications } from "./notifications.ts";
import type { Tables } from "./tables.ts";

export type Query = Kysely<Tables>;

/** The database, whichever engine serves. */
export interface Database {
  readonly engine: Engine;
  /** Sees committed data only. */
  readonly reader: Query;
  /**
   * The same for queries that may look at many records. They hold up each other, never the event loop.
   * Rejects with DatabaseUnavailable if one takes longer than 10 seconds.
   */
  readonly longReads: Query;
  /**
   * Runs `job` as one transaction and resolves once it is durable. A job may run more than once and
   * must await nothing but its own queries and turns of the event loop; several jobs may share one commit. An `urgent` job may use
   * the space that is kept back for it; while that is used up, only urgent jobs are taken.
   */
  write<Result>(job: (tx: Query) => Promise<Result>, options?: { readonly urgent: boolean }): Promise<Result>;
  /** Jobs asked for and not yet durable. */
  readonly writesPending: number;
  /** False while the disk is too full for anything but urgent jobs. */
  readonly hasRoom: boolean;
  /** Keeps space back for urgent jobs, again once the disk has some. */
  keepRoom(): Promise<void>;
  /** Makes jobs that name the same thing take turns until their transaction ends. */
  lock(tx: Query, name: string): Promise<void>;
  /** Leaves nothing readable of what was deleted, as far as the engine can. */
  scrub(): Promise<void>;
  /**
   * Does a chore unless somebody, on whichever instance, is at the one of this name. That spares work and
   * quarrels; where the connection breaks, two may be at it after all.
   */
  alone(name: string, chore: () => Promise<void>): Promise<void>;
  readonly notifications: Notifications;
  close(): Promise<void>;
}

/** The database could not take a write just now: locked for long, or full. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/** The connection broke while the commit was under way: it happened, or it did not. */
export class CommitUnknown extends DatabaseUnavailable {}

/** The disk has no room for it. */
export class DatabaseFull extends DatabaseUnavailable {}

/** A text with a sign that this engine cannot hold: PostgreSQL takes no NUL. */
export class UnusableText extends Error {
  override readonly name = "UnusableText";
}

/** Another server has this SQLite file open. */
export class DatabaseInUse extends Error {
  override readonly name = "DatabaseInUse";
}
