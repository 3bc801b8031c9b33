/** What orders from before would be today. */
export const stepsAndLabels = [
  // A payment was reversed: the next step is another payment.
  `update quote_requests set next_step = 'pay' where next_step = 'pack' and exists (
    select 1 from orders
    where orders.ref_number = quote_requests.ref_number and orders.state in ('paid', 'packed')
      and orders.total_cents > (
        select coalesce(sum(amount_cents), 0) from payments where payments.order_id = orders.id))`,
  // "d-17" and "D-17" are one part. Both stay if two orders hold them; in SQLite, "ā" has no capital.
  `update order_items set item_label = upper(item_label)
    where item_label <> upper(item_label) and not exists (
      select 1 from order_items as other
      where other.item_label <> order_items.item_label and upper(other.item_label) = upper(order_items.item_label))`,
];
