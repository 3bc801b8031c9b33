import { deals } from "./001-deals.ts";
import { history } from "./001-history.ts";
import { people } from "./001-people.ts";
import { records } from "./001-records.ts";
import { type Dialect, dialects } from "./dialect.ts";

/** The schema of 0.1.0. */
export function baseline(engine: Dialect["engine"]): string[] {
  const dialect = dialects[engine];
  return [...people(dialect), ...history(dialect), ...records(dialect), ...deals(dialect)];
}
