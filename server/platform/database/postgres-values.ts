import pg from "pg";

const { builtins } = pg.types;

/** ISO instants, plain numbers, JSON as text. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
  [builtins.NUMERIC, Number],
  [builtins.INT8, Number],
  [builtins.JSONB, (text) => (text === "[]" ? text : JSON.stringify(JSON.parse(text)))],
]);

// The library types its parsers as returning anything.
const standardParser: (oid: number) => (text: string) => unknown = pg.types.getTypeParser;

/** Values as SQLite returns them. */
export const postgresTypes = {
  getTypeParser: (oid: number) => parsers.get(oid) ?? ((text: string) => standardParser(oid)(text)),
};
