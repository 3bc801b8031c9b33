import type { ColumnTypes } from "./001-initial.ts";

export function mailJournal(types: ColumnTypes): string[] {
  return [
    "create index attempts_failed on attempts (updated_at) where state in ('refused', 'unknown')",
    `create table mail_self_tests (
      day text primary key not null,
      tried_at ${types.instant} not null,
      outcome text check (outcome in ('accepted', 'refused', 'unknown')),
      error_class text
    ) ${types.tableOptions}`,
  ];
}
