import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { Kysely, SqliteAdapter, SqliteDialect } from "kysely";

import { type CommandDatabase, type Database, DatabaseInUse, DatabaseMissing, withRoom } from "./database.ts";
import { GroupCommit } from "./group-commit.ts";
import { migrate } from "./migrate.ts";
import { LocalNotifications } from "./notifications.ts";
import { kyselyInThread, ReadThread } from "./read-thread.ts";
import { cutLog, SqliteLog } from "./sqlite-log.ts";
import { statementCache } from "./sqlite-statements.ts";
import type { Tables } from "./tables.ts";

/** Short: GroupCommit does the long waits, without blocking the event loop. */
const busyTimeoutMs = 50;

// temp_store: what a savepoint may have to restore would otherwise go into a folder for temporary files.
const settings = `
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma foreign_keys = on;
  pragma trusted_schema = off;
  pragma secure_delete = on;
  pragma temp_store = memory;
  pragma journal_size_limit = 67108864;
`;

/** Opens or creates the file. Throws `DatabaseInUse` if another server has it open. Calls `onFull` if the disk is full. */
export async function openSqlite(file: string, onFull = () => {}): Promise<Database> {
  mkdirSync(dirname(file), { recursive: true });
  const lock = lockSqliteFile(file);
  const { writer, reader } = openConnections(file, lock);
  let isDamaged = false;
  const noteProblem = (error: unknown) => void (isDamaged ||= meansDamage(error));
  const writerQueries = kyselyOver(writer, noteProblem);
  const readerQueries = kyselyOver(reader, noteProblem);
  const longReads = kyselyInThread(new ReadThread({ file, busyTimeoutMs }, undefined, noteProblem));
  await migrate(writerQueries, "sqlite");
  const commits = new GroupCommit(writer);
  const log = new SqliteLog({ commits, writer: writerQueries, inThread: longReads });
  log.emptySoon(); // A kill can leave a log. The server must start even if a full disk keeps it from being emptied.
  const notifications = new LocalNotifications();
  const runningChores = new Set<string>();
  return {
    engine: "sqlite",
    reader: readerQueries,
    longReads,
    snapshot: (job) => job(readerQueries), // A commit takes a turn of the event loop; queries take none.
    write: (job) => withRoom(onFull, () => writeAndNotify(commits, notifications, () => job(writerQueries))),
    writePassing(job) {
      log.emptySoon();
      return withRoom(onFull, () => commits.run(() => job(writerQueries), false));
    },
    get writesPending() {
      return commits.pending;
    },
    get isDamaged() {
      return isDamaged;
    },
    lock: async () => undefined, // Jobs run one at a time.
    emptyLog: () => log.empty(),
    async alone(name, chore) {
      if (runningChores.has(name)) return;
      runningChores.add(name);
      await chore().finally(() => runningChores.delete(name));
    },
    notifications,
    async close() {
      log.close();
      await commits.drained();
      await longReads.destroy();
      await readerQueries.destroy();
      await writerQueries.destroy();
      lock.close();
    },
  };
}

async function writeAndNotify<Result>(
  commits: GroupCommit,
  notifications: LocalNotifications,
  job: () => Promise<Result>,
): Promise<Result> {
  let messages: readonly string[] = [];
  const result = await commits.run(() => {
    messages = notifications.beginJob();
    return job();
  });
  notifications.send(messages);
  return result;
}

function openConnections(file: string, lock: DatabaseSync) {
  try {
    const writer = new DatabaseSync(file, { timeout: busyTimeoutMs });
    writer.exec(settings);
    const reader = new DatabaseSync(file, { timeout: busyTimeoutMs, readOnly: true });
    return { writer, reader };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Keeps other servers away from the file. The kernel releases this lock however the process ends. */
export function lockSqliteFile(file: string): DatabaseSync {
  const lock = new DatabaseSync(`${file}.lock`);
  try {
    lock.exec("begin exclusive");
    return lock;
  } catch {
    lock.close();
    throw new DatabaseInUse(
      `Another server is using ${file}. Stop it first, or give this one its own DATA_DIR.`,
    );
  }
}

export function readSqliteFile(file: string): Kysely<Tables> {
  return kyselyOver(new DatabaseSync(file, { timeout: 5000, readOnly: true }));
}

/** For commands that run while the server does: takes no server lock and does not migrate. Throws `DatabaseMissing`. */
export function openSqliteForCommand(file: string): CommandDatabase {
  // SQLite would create the file, and no backup could be restored in its place.
  if (!existsSync(file)) {
    throw new DatabaseMissing(
      `There is no database: ${file}. For a new installation, run npm start once first. If the database was lost, restore a backup: npm run restore -- <file>`,
    );
  }
  const connection = new DatabaseSync(file, { timeout: busyTimeoutMs });
  connection.exec(settings);
  const queries = kyselyOver(connection);
  const commits = new GroupCommit(connection);
  return {
    engine: "sqlite",
    reader: queries,
    snapshot: (job) => job(queries),
    write: (job) => commits.run(() => job(queries)),
    lock: async () => undefined,
    emptyLog: () => cutLog(commits, queries),
    async close() {
      await commits.drained();
      await queries.destroy();
    },
  };
}

/** Lets Kysely run migrations in a transaction: SQLite rolls back changes of the schema like any others. */
class TransactionalDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLITE_CORRUPT or SQLITE_NOTADB; from the reading thread, only their words arrive. */
function meansDamage(error: unknown): boolean {
  return error instanceof Error && /disk image is malformed|not a database/.test(error.message);
}

function kyselyOver(connection: DatabaseSync, onProblem?: (error: unknown) => void): Kysely<Tables> {
  const database = { prepare: statementCache(connection, onProblem), close: () => connection.close() };
  return new Kysely<Tables>({ dialect: new TransactionalDialect({ database }) });
}
