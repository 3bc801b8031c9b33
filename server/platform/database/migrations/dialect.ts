/** SQL that differs between the engines. */
export interface Dialect {
  readonly engine: "sqlite" | "postgres";
  readonly instant: string;
  readonly money: string;
  readonly flag: string;
  readonly list: string;
  readonly bigint: string;
  readonly bytes: string;
  readonly tableOptions: string;
}

export const dialects = {
  sqlite: {
    engine: "sqlite",
    instant: "text",
    money: "real",
    flag: "integer",
    list: "text",
    bigint: "integer",
    bytes: "blob",
    tableOptions: "strict",
  },
  postgres: {
    engine: "postgres",
    instant: "timestamptz",
    money: "numeric(10, 2)",
    flag: "boolean",
    list: "jsonb",
    bigint: "bigint",
    bytes: "bytea",
    tableOptions: "",
  },
} as const satisfies Readonly<Record<string, Dialect>>;

export const recordTables = ["quote_requests", "contact_messages", "vehicle_submissions"] as const;

/** A trigger that runs `body` after a change of one row. */
export function rowTrigger(
  engine: Dialect["engine"],
  table: string,
  name: string,
  event: string,
  body: string,
): string[] {
  if (engine === "sqlite")
    return [`create trigger ${table}_${name} after ${event} on ${table} begin ${body} end`];
  return [
    `create function ${table}_${name}() returns trigger language plpgsql as $$ begin ${body} return null; end $$`,
    `create trigger ${table}_${name} after ${event} on ${table} for each row execute function ${table}_${name}()`,
  ];
}
