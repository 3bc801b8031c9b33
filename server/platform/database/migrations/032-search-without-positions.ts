const recordTables = ["quote_requests", "contact_messages", "vehicle_submissions"];

/** No search asks where in a record a word stands, or ranks by length: without both, the index is half as large. */
export const sqliteSearchWithoutPositions = recordTables.flatMap((table) => [
  `drop table ${table}_search`,
  `create virtual table ${table}_search using fts5 (
    words, content = '', prefix = '1 2 3 4', tokenize = 'ascii', detail = none, columnsize = 0
  )`,
  `insert into ${table}_search (${table}_search, rank) values ('secure-delete', 1)`,
  `insert into ${table}_search (rowid, words)
    select number, search_text from ${table} where search_text is not null order by number`,
]);
