/** Column types that differ between the engines. */
interface ColumnTypes {
  readonly instant: string;
  readonly tableOptions: string;
}

/** What the journal of failed mail reads: attempts that failed, found by time, and the daily self-tests. */
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
