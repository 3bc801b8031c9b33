import { expect, test } from "vitest";

import type { OrderState } from "#domain/deals/order.ts";
import type { VersionState } from "#domain/deals/quote-states.ts";
import type { ParcelState } from "#domain/deals/stage.ts";

import { toolsOf } from "./deal-tools.ts";

function toolsFor(state: VersionState, changes: Partial<Parameters<typeof toolsOf>[0]> = {}) {
  const nothing = { order: null, payments: [], parcels: [], messages: [], open_question: null };
  return toolsOf({ versions: [{ state }], is_link_unsent: false, ...nothing, ...changes });
}

const order = {
  id: "",
  invoice_number: 1001,
  total_cents: 100,
  held_cents: 0,
  standing_cents: 100,
  pay_by: "",
  payment_code: "",
};

test("a quote whose mail failed is sent again, unless its link or address is a former one: then it is extended", () => {
  for (const [state, next] of [
    ["failed", "again"],
    ["unknown", "again"],
    ["sent", null],
  ] as const) {
    expect(toolsFor(state).next).toBe(next);
    expect(toolsFor(state, { is_link_unsent: true }).next).toBe("extend");
  }
  expect(toolsFor("declined", { is_link_unsent: true }).next).toBeNull();
});

test("a quote that may not have arrived can be extended, which the refusal to send it again advises", () => {
  for (const state of ["failed", "unknown"] as const)
    expect(toolsFor(state).others).toEqual(["quote", "extend", "approve", "decline", "withdraw"]);
});

test("a quote that came back is sent again if that may help; else staff ring, or extend it for the right address", () => {
  const toolsAfter = (error: string) => {
    const mail = { state: "bounced", at: "", error, code: null } as const;
    return toolsFor("sent", { versions: [{ state: "sent", mail }] });
  };
  expect(toolsAfter("Their mailbox is full").next).toBe("again");
  expect(toolsAfter("No such address").next).toBeNull();
  expect(toolsAfter("No such address").others).toEqual(expect.arrayContaining(["again", "extend", "quote"]));
});

test("an order that was paid and has money missing again waits for a payment before its parcel", () => {
  const nextFor = (state: OrderState, balance_cents: number) =>
    toolsFor("approved", { order: { ...order, state, balance_cents } }).next;
  for (const state of ["paid", "packed"] as const) {
    expect(nextFor(state, 0)).toBe("parcel");
    expect(nextFor(state, 1)).toBe("payment");
  }
});

test("an order that is on its way arrives, or gets another parcel for one that is lost", () => {
  const sent = { ...order, state: "sent", balance_cents: 0 } as const;
  const parcel = { id: "", carrier: "", tracking: "", url: null, sent_at: "", delivered_at: null };
  const sentFor = (...states: ParcelState[]) =>
    toolsFor("approved", { order: sent, parcels: states.map((state) => ({ ...parcel, state })) });
  expect(sentFor("lost", "with_carrier")).toEqual({ next: "delivered", others: ["parcel", "payment"] });
  expect(sentFor("lost")).toEqual({ next: "parcel", others: ["payment", "cancel"] });
  expect(sentFor("delivered", "lost")).toEqual({ next: "parcel", others: ["delivered", "payment"] });
});
