import { DatabaseSync } from "node:sqlite";

type Row = Readonly<Record<string, unknown>>;

/** Reads whole tables of a SQLite file. */
export function rowsOf(file: string, tables: readonly string[]): Row[][] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return tables.map((table) => database.prepare(`select * from ${table}`).all());
  } finally {
    database.close();
  }
}
