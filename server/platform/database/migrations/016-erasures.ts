import type { ColumnTypes } from "./001-initial.ts";

export function erasures({ instant, tableOptions }: ColumnTypes): string[] {
  return [
    `create table erasures (
      id text primary key not null,
      at ${instant} not null,
      entry text not null
    ) ${tableOptions}`,
  ];
}
