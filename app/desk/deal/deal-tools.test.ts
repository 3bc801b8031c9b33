import { expect, test } from "vitest";

import type { OrderState } from "#domain/deals/order.ts";
import type { VersionState } from "#domain/deals/quote-states.ts";
import type { ReturnState } from "#domain/deals/returns.ts";
import type { ParcelState } from "#domain/deals/stage.ts";

import { returnLabel, toolsOf } from "./deal-tools.ts";

function toolsFor(state: VersionState, changes: Partial<Parameters<typeof toolsOf>[0]> = {}) {
  const nothing = { order: null, payments: [], parcels: [], returns: [], messages: [], open_question: null };
  return toolsOf({ versions: [{ state }], is_link_unsent: false, ...nothing, ...changes });
}

const order = {
  id: "",
  invoice_number: 1001,
  version: 1,
  selection: { choices: {}, options: [] },
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

test("a cancelled order that holds money is paid back next, and a payment can still be entered", () => {
  const payment = { id: "", note: null, by: null, at: "", currency: "NZD", received_on: "" } as const;
  const payments = [{ ...payment, amount_cents: 100, method: "transfer" as const }];
  const cancelled = { ...order, state: "cancelled", balance_cents: 0, held_cents: 100 } as const;
  const tools = toolsFor("approved", { order: cancelled, payments });
  expect([tools.next, tools.others.includes("payment")]).toEqual(["refund", true]);
  expect(toolsFor("approved", { order: cancelled }).next).toBeNull();
});

test("a return is decided on next; one that is agreed to waits, one that has come back is paid back", () => {
  const delivered = { ...order, state: "delivered", balance_cents: 0, held_cents: 100 } as const;
  const back = { id: "", order_id: "", kind: "faulty" as const, lines: [], words: "", answer: null, at: "" };
  const toolsIn = (state: ReturnState, held_cents = 100) =>
    toolsFor("approved", { order: { ...delivered, held_cents }, returns: [{ ...back, state }] });
  expect(toolsIn("asked").next).toBe("return");
  expect(toolsIn("agreed")).toMatchObject({
    next: null,
    others: expect.arrayContaining(["return", "refund"]),
  });
  expect(toolsIn("received")).toMatchObject({ next: "refund", others: expect.arrayContaining(["return"]) });
  expect(toolsIn("received", 0).next).toBe("return");
  const paidBack = {
    id: "",
    amount_cents: -50,
    method: "cash" as const,
    received_on: "",
    note: null,
    by: null,
  };
  const payments = [{ ...paidBack, at: "2026-08-03T00:00:00.000Z", currency: "NZD" }];
  const returns = [{ ...back, state: "received" as const }];
  expect(toolsFor("approved", { order: delivered, payments, returns }).next).toBe("return");
  const labels = (["asked", "agreed", "received"] as const).map((state) =>
    returnLabel({ returns: [{ ...back, state }] }),
  );
  expect(labels).toEqual(["Decide on the return", "It has come back", "Close the return"]);
  for (const state of ["refused", "closed"] as const) expect(toolsIn(state).others).not.toContain("return");
});
