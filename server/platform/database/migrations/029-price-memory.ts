/** The price memory reads its range and its newest lines from an index alone, for one machine and for any. */
export const priceMemoryIndexes = [
  "drop index quote_lines_by_part",
  "create index quote_lines_by_machine on quote_lines (part, make, model, sent_at, unit_cents)",
  "create index quote_lines_by_time on quote_lines (part, sent_at, unit_cents)",
];
