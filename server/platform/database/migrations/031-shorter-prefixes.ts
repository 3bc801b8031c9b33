const recordTables = ["quote_requests", "contact_messages", "vehicle_submissions"];

/** Prefixes of more than four characters made the index half as large again, and begin too few words to be slow without. */
export const sqliteShorterPrefixes = recordTables.flatMap((table) => [
  `drop table ${table}_search`,
  `create virtual table ${table}_search using fts5 (
    words, content = '', prefix = '1 2 3 4', tokenize = 'ascii'
  )`,
  `insert into ${table}_search (${table}_search, rank) values ('secure-delete', 1)`,
  `insert into ${table}_search (rowid, words)
    select number, search_text from ${table} where search_text is not null order by number`,
]);
