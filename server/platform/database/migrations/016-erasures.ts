import type { ColumnTypes } from "./001-initial.ts";

/**
 * What was erased at somebody's request, so that every list of erasures outside the database can be
 * completed from it. Frozen: add a migration instead of changing this one.
 */
export function erasures({ instant, tableOptions }: ColumnTypes): string[] {
  return [
    `create table erasures (
      id text primary key not null,
      at ${instant} not null,
      entry text not null
    ) ${tableOptions}`,
  ];
}
