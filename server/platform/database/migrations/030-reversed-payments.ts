/** Orders that were to pack although a payment had been reversed: their next step is the payment. */
export const reversedPayments = [
  `update quote_requests set next_step = 'pay' where next_step = 'pack' and exists (
    select 1 from orders
    where orders.ref_number = quote_requests.ref_number and orders.state in ('paid', 'packed')
      and orders.total_cents > (
        select coalesce(sum(amount_cents), 0) from payments where payments.order_id = orders.id))`,
];
