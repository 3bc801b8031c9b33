import type { Order } from "#domain/deals/deal.ts";

import type { TestApp } from "./build-test-app.ts";
import { addOrder, type ExampleQuote } from "./deal-examples.ts";
import { dealPage, press } from "./deal-visit.ts";
import { orderDesk } from "./order-desk.ts";
import { deskCall, type DeskResponse } from "./staff.ts";

export interface DealDesk {
  readonly order: Order;
  readonly path: string;
  readonly cookie: string;
  /** As the customer asks for it. */
  sendBack(kind: string, ...lines: string[]): Promise<number>;
  /** What staff do about the newest return, or another one. */
  settle(change: string, words?: string, id?: unknown): Promise<DeskResponse>;
  refund(amount_cents: number, changes?: object): Promise<DeskResponse>;
  quote(): Promise<DeskResponse["body"]>;
  /** The keys of its mails. */
  mails(): Promise<string[]>;
}

/** An order of $200.00 unless changed: paid by transfer and sent. */
export async function sentOrder(app: TestApp, quote: ExampleQuote = {}): Promise<DealDesk> {
  const order = await addOrder(app, quote);
  const { ref_number: ref } = order;
  const { cookie, pay } = await orderDesk(app);
  await pay(ref, order.total_cents);
  await deskCall(app, cookie, "POST parcel", {
    anyway: true,
    ref,
    carrier: "NZ Post",
    tracking: `AB${order.invoice_number}`,
  });
  const path = dealPage(app, ref);
  const call: DealDesk["quote"] = async () => (await deskCall(app, cookie, `GET quote?ref=${ref}`)).body;
  return {
    order,
    path,
    cookie,
    sendBack: async (kind, ...lines) =>
      (await press(app, `${path}/return`, [["kind", kind], ...lines.map((id) => ["line", id])])).status,
    async settle(change, words = "", id) {
      const last = (await app.rows("returns")).findLast((one) => one["ref_number"] === ref);
      // Weeks after the order was sent.
      return deskCall(app, await app.signIn(), "POST return", { ref, id: id ?? last?.["id"], change, words });
    },
    refund: (amount_cents, changes) =>
      deskCall(app, cookie, "POST refund", { ref, amount_cents, method: "transfer", ...changes }),
    quote: call,
    async mails() {
      const mails = (await app.rows("outbox")).filter(({ ref_number }) => ref_number === ref);
      return mails.map(({ key }) => String(key));
    },
  };
}

/** As above, and arrived a second later. */
export async function deliveredOrder(app: TestApp, quote: ExampleQuote = {}): Promise<DealDesk> {
  const deal = await sentOrder(app, quote);
  await press(app, `${deal.path}/received`, { confirm: "on" });
  return deal;
}
