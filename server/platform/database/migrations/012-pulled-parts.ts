/** What staff have taken off the shelf for an order, and what a request's quote or order is about, for the lists. */
export function pulledParts(): string[] {
  return [
    "alter table orders add column pulled text not null default '[]'",
    "alter table quote_requests add column sold_text text",
    "insert into record_event_types (type) values ('pulled')",
  ];
}
