import type { Order } from "#domain/deals/deal.ts";
import { paymentCode } from "#domain/deals/typed-numbers.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

import { fillDeals } from "../deals/fill-deals.ts";

const batch = 1000;
/** Both sizes have as many: what waits for staff does not grow with the years. */
const waiting = 50;

interface FilledOrders {
  readonly old: number;
  readonly open: number;
  /** So many of the old ones are to be packed; each part has a photo. */
  readonly toPack?: number;
  readonly userId: string;
}

/** So many orders, the last `open` of them unpaid, and some of each size whose money waits for staff. */
export async function fillOrders(
  services: Services,
  { old, open, toPack = 0, userId }: FilledOrders,
): Promise<Order[]> {
  const { database, now } = services;
  const deals = await fillDeals(services, { count: old + open, userId, photos: toPack > 0 });
  const at = now().toISOString();
  const payBy = new Date(now().getTime() + 7 * 86_400_000).toISOString();
  const orders = deals.map(({ reference: ref_number, number, hash }, index): Order => {
    const total_cents = 7100 + (index % 400) * 100;
    const isOld = index < old;
    const short = index < Math.min(waiting, old - toPack) ? 500 : 0;
    return {
      id: `order-${index}`,
      ref_number,
      number,
      content_hash: hash,
      total_cents,
      selection: { choices: {}, options: [] },
      state: !isOld ? "awaiting_payment" : index < old - toPack ? "closed" : "paid",
      invoice_number: 1001 + index,
      approved_at: at,
      pay_by: payBy,
      paid_at: isOld ? at : null,
      lapsed_at: null,
      cancelled_at: null,
      delivered_at: null,
      refunded_at: null,
      changed_at: at,
      paid_cents: isOld ? total_cents - short : 0,
      credited_cents: 0,
      pulled: [],
    };
  });
  for (let first = 0; first < orders.length; first += batch)
    await database.write((tx) => insert(tx, orders.slice(first, first + batch)));
  await database.write(async (tx) => {
    const last = 1000 + orders.length;
    await tx.insertInto("document_numbers").values({ kind: "invoice", last }).execute();
    await tx.insertInto("bank_lines").values(linesFor(userId, at)).execute();
  });
  return orders;
}

async function insert(tx: Query, orders: readonly Order[]): Promise<void> {
  await tx
    .insertInto("orders")
    .values(
      orders.map((order) => ({
        ...order,
        selection: JSON.stringify(order.selection),
        pulled: "[]",
        approved_how: "link" as const,
        approved_by: null,
        note: null,
        customer: "",
      })),
    )
    .execute();
  const rows = orders.map(
    ({ id: order_id, ref_number, invoice_number: serial, total_cents, approved_at }) => ({
      number: `INV-${serial}`,
      kind: "invoice" as const,
      serial,
      order_id,
      ref_number,
      total_cents,
      content: "{}",
      content_hash: "",
      gst_cents: 0,
      issued_at: approved_at,
      corrects: null,
    }),
  );
  await tx.insertInto("documents").values(rows).execute();
}

function linesFor(user_id: string, at: string) {
  return Array.from({ length: waiting }, (_, index) => ({
    id: `line-${index}`,
    account: "",
    day: "2026-08-04",
    amount_cents: 7100 + index * 100,
    text: `PAYER ${index} ${paymentCode(1001 + index)}`,
    state: "waiting" as const,
    order_id: null,
    ref_number: null,
    user_id,
    at,
  }));
}
