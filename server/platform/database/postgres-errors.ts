import pg from "pg";

import { DatabaseUnavailable, UnusableText } from "./database.ts";

/**
 * Class 08 connection, 28 sign-in, 53 resources (disk full among them), 57 operator intervention and
 * statement time-out; then: read-only after a failover, idle in a transaction, lock time-out.
 */
const outOfReach = /^(?:08|28|53|57|25006|25P03|55P03)/;

/** Serialisation failure and deadlock. */
const inTheWay = /^40(?:001|P01)$/;

/** character_not_in_repertoire */
const unusableText = "22021";

/** Another transaction was in the way: the same job may succeed when it is repeated. */
export class Conflicted extends DatabaseUnavailable {}

/** What an error of the driver means to whoever asked. */
export function meaningOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof TypeError) return error;
  // Whatever the server did not say itself is about the connection to it.
  const code = error instanceof pg.DatabaseError ? (error.code ?? "") : "08";
  if (inTheWay.test(code) || isStalePlan(error))
    return new Conflicted("The database was busy with others", { cause: error });
  if (code === unusableText) return new UnusableText("The text cannot be stored", { cause: error });
  if (outOfReach.test(code)) return new DatabaseUnavailable("The database is out of reach", { cause: error });
  return error;
}

/** A newer version of the server has changed a table since this connection prepared the statement. */
export function isStalePlan(error: unknown): boolean {
  return error instanceof Error && error.message.includes("cached plan must not change result type");
}
