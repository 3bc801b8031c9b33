import { randomUUID } from "node:crypto";

import type { TestApp } from "./build-test-app.ts";
import { deskCall, type DeskResponse } from "./staff.ts";

interface Sent {
  readonly method?: string;
  /** For the Idempotency-Key header: another one for each payment, unless given. */
  readonly key?: string;
  readonly invoice_number?: number;
}

/** What one user does with orders and their money. */
export interface OrderDesk {
  readonly cookie: string;
  /** Notes a payment as received on the Monday of the examples. */
  pay(reference: string, cents: number, sent?: Sent): Promise<DeskResponse>;
  change(reference: string, change: string, note?: string): Promise<DeskResponse>;
  /** The lists of money that somebody has to look after. */
  money(): Promise<DeskResponse["body"]>;
}

/** Signs the first admin in. */
export async function orderDesk(app: TestApp): Promise<OrderDesk> {
  const cookie = await app.signIn();
  return {
    cookie,
    async pay(ref, amount_cents, { method = "transfer", key = randomUUID(), ...of } = {}) {
      const body = { ref, amount_cents, method, received_on: "2026-08-03", ...of };
      const answer = await app.postJson("/functions/v1/payment", body, { cookie, "idempotency-key": key });
      return { status: answer.status, body: await answer.json() };
    },
    change: (ref, change, note) => deskCall(app, cookie, "POST order", { ref, change, note, anyway: true }),
    money: async () => (await deskCall(app, cookie, "GET money")).body,
  };
}
