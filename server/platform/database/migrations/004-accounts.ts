import type { Dialect } from "./dialect.ts";

/** The end of a password that nobody chose. */
export function accounts({ instant }: Dialect): string[] {
  return [`alter table users add column password_ends_at ${instant}`];
}
