const compacted = (column: string) => `upper(replace(replace(${column}, ' ', ''), '-', ''))`;

/** Where the words and keys of records from before held another number than today's reading of the phone field. */
const wasReadOtherwise = `phone is not null and (
  lower(phone) <> upper(phone) or length(phone) > 16 or phone like '%/%' or phone like '%,%'
  or (phone like '%+%' and phone not like '%+64%')
  or number in (select number from record_keys where key like 'phone 00%'))`;

/** Numbers that people type lead to their record; words and keys of phone numbers are made again at the start. */
export const typedNumbers = [
  "create index orders_by_total on orders (total_cents, approved_at)",
  "create index payments_by_amount on payments (amount_cents, at)",
  `create index parcels_by_tracking on parcels (${compacted("tracking")})`,
  `create index order_items_by_label on order_items (${compacted("item_label")})`,
  ...["quote_requests", "contact_messages", "vehicle_submissions"].flatMap((table) => [
    `update ${table} set search_text = null where ${wasReadOtherwise}`,
    `delete from record_keys where key like 'phone %'
      and number in (select number from ${table} where search_text is null)`,
  ]),
];
