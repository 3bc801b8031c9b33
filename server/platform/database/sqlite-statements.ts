import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

import { lowerCase } from "./text-order.ts";

/** The desk's filters can be combined freely, so the cache must be bounded. */
const maxCachedStatements = 500;

export type SqliteStatement = ReturnType<typeof withAnyInput>;

/** `onProblem` learns of every statement that fails. */
export function statementCache(
  connection: DatabaseSync,
  onProblem: (error: unknown) => void = () => {},
): (sql: string) => SqliteStatement {
  const statements = new Map<string, SqliteStatement>();
  connection.function("lower_case", { deterministic: true, directOnly: true }, lowerCase);
  return (sql) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = withAnyInput(connection.prepare(sql), onProblem);
    if (statements.size < maxCachedStatements) statements.set(sql, statement);
    return statement;
  };
}

function withAnyInput(statement: StatementSync, onProblem: (error: unknown) => void) {
  const run = <Result>(execute: () => Result): Result => {
    try {
      return execute();
    } catch (error) {
      onProblem(error);
      throw error;
    }
  };
  return {
    reader: statement.columns().length > 0,
    all: (parameters: readonly unknown[]) => run(() => statement.all(...parameters.map(asInput))),
    run: (parameters: readonly unknown[]) => run(() => statement.run(...parameters.map(asInput))),
    iterate: (parameters: readonly unknown[]) => statement.iterate(...parameters.map(asInput)),
  };
}

function asInput(value: unknown): SQLInputValue {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "bigint" || value instanceof Uint8Array) return value;
  throw new TypeError(`SQLite cannot store a ${typeof value}`);
}
