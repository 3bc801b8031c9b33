const recordTables = ["quote_requests", "contact_messages", "vehicle_submissions"];

export function search(index: (table: string) => string[]): string[] {
  return recordTables.flatMap((table) => [
    `alter table ${table} add column search_text text`,
    `create index ${table}_unsearchable on ${table} (number) where search_text is null`,
    ...index(table),
  ]);
}

/** FTS5 without a copy of the text. Indexed prefixes stream matches newest first while somebody types. */
export function sqliteSearchIndex(table: string): string[] {
  const add = `insert into ${table}_search (rowid, words) values (new.number, new.search_text);`;
  const remove = `insert into ${table}_search (${table}_search, rowid, words)
    values ('delete', old.number, old.search_text);`;
  return [
    `create virtual table ${table}_search using fts5 (
      words, content = '', prefix = '1 2 3 4 5 6 7 8', tokenize = 'ascii'
    )`,
    // Words of a record that is erased leave the file, not only the results.
    `insert into ${table}_search (${table}_search, rank) values ('secure-delete', 1)`,
    `create trigger ${table}_search_added after insert on ${table} when new.search_text is not null
      begin ${add} end`,
    `create trigger ${table}_search_forgotten after update of search_text on ${table}
      when old.search_text is not null begin ${remove} end`,
    `create trigger ${table}_search_changed after update of search_text on ${table}
      when new.search_text is not null begin ${add} end`,
    `create trigger ${table}_search_removed after delete on ${table}
      when old.search_text is not null begin ${remove} end`,
  ];
}

export function postgresSearchIndex(table: string): string[] {
  return [
    `alter table ${table} add column search tsvector
      generated always as (array_to_tsvector(string_to_array(search_text, ' '))) stored`,
    `create index ${table}_search on ${table} using gin (search)`,
  ];
}
