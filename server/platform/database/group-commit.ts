import type { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

import { DatabaseFull, DatabaseUnavailable } from "./database.ts";

interface WaitingJob {
  /** When it arrived, as `performance.now()` counts. */
  readonly since: number;
  readonly isSynced: boolean;
  readonly hasFailed: boolean; // The caller's promise is rejected: the job must not run again.
  run(): Promise<void>;
  settle(): void;
  fail(error: unknown): void;
}

const lockedDeadlineMs = 5000;
const lockedPauseMs = 20;

/** Transactions that arrive together share a commit, and so an fsync (decision 006), each in a savepoint. */
export class GroupCommit {
  readonly #connection: DatabaseSync;
  #waiting: WaitingJob[] = [];
  #working: Promise<void> | null = null;
  #pending = 0;
  #isSynced = true;

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  /** A job that is not synced may be undone by a power cut, unless a later one that is has been committed. */
  run<Result>(job: () => Promise<Result>, isSynced = true): Promise<Result> {
    this.#pending += 1;
    const outcome = new Promise<Result>((resolve, reject) => {
      let result: Result;
      let hasFailed = false;
      this.#waiting.push({
        since: performance.now(),
        isSynced,
        get hasFailed() {
          return hasFailed;
        },
        async run() {
          result = await job();
        },
        settle: () => resolve(result),
        fail(error) {
          hasFailed = true;
          reject(error instanceof Error ? error : new Error(String(error)));
        },
      });
      this.#working ??= this.#work();
    });
    return outcome.finally(() => (this.#pending -= 1));
  }

  get pending(): number {
    return this.#pending;
  }

  async drained(): Promise<void> {
    await this.#working;
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      // Waits one turn of the event loop, so that requests read from other sockets join this commit.
      await new Promise(setImmediate);
      const group = this.#waiting;
      this.#waiting = [];
      const failure = await this.#commit(group);
      // When a whole commit fails, each job is retried alone: a bad row must not fail its neighbours.
      if (failure !== null && group.length > 1) await this.#commitOneByOne(group);
      else if (failure !== null) group[0]?.fail(failure.error);
    }
    this.#working = null;
  }

  async #commitOneByOne(group: readonly WaitingJob[]): Promise<void> {
    for (const waiting of group.filter(({ hasFailed }) => !hasFailed)) {
      const failure = await this.#commit([waiting]);
      if (failure !== null) waiting.fail(failure.error);
    }
  }

  async #commit(group: readonly WaitingJob[]): Promise<{ error: unknown } | null> {
    const done: WaitingJob[] = [];
    const takeTurn = turnTaker();
    try {
      this.#sync(group.some(({ isSynced }) => isSynced));
      await this.#begin(group);
      for (const waiting of group) {
        if (await this.#inSavepoint(waiting)) done.push(waiting);
        await takeTurn();
      }
      // Jobs that rolled back leave dirty pages: if none succeeded, a commit would flush them for nothing.
      this.#connection.exec(done.length === 0 ? "rollback" : "commit");
    } catch (error) {
      this.#rollBack();
      return { error: asUnavailable(error) };
    }
    for (const waiting of done) waiting.settle();
    return null;
  }

  #sync(isSynced: boolean): void {
    if (isSynced === this.#isSynced) return;
    this.#connection.exec(`pragma synchronous = ${isSynced ? "full" : "normal"}`);
    this.#isSynced = isSynced;
  }

  /** Waits for a locked file no longer than the deadline of the first to arrive: later groups have waited already. */
  async #begin([first]: readonly WaitingJob[]): Promise<void> {
    const deadline = (first?.since ?? 0) + lockedDeadlineMs;
    for (;;) {
      try {
        return this.#connection.exec("begin immediate");
      } catch (error) {
        if (!isSqliteError(error, sqliteBusy) || performance.now() >= deadline) throw error;
        await delay(lockedPauseMs);
      }
    }
  }

  async #inSavepoint(waiting: WaitingJob): Promise<boolean> {
    this.#connection.exec("savepoint job");
    try {
      await waiting.run();
      this.#connection.exec("release job");
      return true;
    } catch (error) {
      // A full disk may have ended the whole transaction. Then the whole group fails.
      if (!this.#connection.isTransaction || isUnavailable(error)) throw error;
      this.#connection.exec("rollback to job; release job");
      waiting.fail(error);
      return false;
    }
  }

  #rollBack(): void {
    if (this.#connection.isOpen && this.#connection.isTransaction) this.#connection.exec("rollback");
  }
}

const turnMaxMs = 10;

function turnTaker(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < turnMaxMs) return;
    await new Promise(setImmediate);
    began = performance.now();
  };
}

const sqliteBusy = 5;
const sqliteIoError = 10;
const sqliteFull = 13;

function isSqliteError(error: unknown, code: number): boolean {
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === code;
}

function isUnavailable(error: unknown): boolean {
  return [sqliteBusy, sqliteIoError, sqliteFull].some((code) => isSqliteError(error, code));
}

function asUnavailable(error: unknown): unknown {
  if (!isUnavailable(error)) return error;
  if (isSqliteError(error, sqliteFull)) return new DatabaseFull("The disk is full", { cause: error });
  return new DatabaseUnavailable("The database cannot be written to now", { cause: error });
}
