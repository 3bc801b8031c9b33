import type { Refusal } from "#server/platform/http/errors.ts";

/** A query that cannot be answered, in PostgREST's words and codes. */
export class QueryRefused extends Error {
  override readonly name = "QueryRefused";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export function badQuery(message: string, details?: string): QueryRefused {
  return new QueryRefused({
    status: 400,
    code: "PGRST100",
    message,
    ...(details === undefined ? {} : { details }),
  });
}

export function unknownColumn(table: string, column: string): QueryRefused {
  return new QueryRefused({
    status: 400,
    code: "42703",
    message: `column ${table}.${column.slice(0, 60)} does not exist`,
  });
}
