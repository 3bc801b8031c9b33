import * as v from "valibot";
import { expect, test } from "vitest";

import { dealSchema } from "#domain/deals/deal-wire.ts";
import { freightTable } from "#domain/deals/freight.ts";
import { suggestedFreight } from "#domain/deals/suggested-freight.ts";

import { toolsOf } from "./deal-tools.ts";

function dealWith(state: string, changes: object = {}) {
  const business = { name: "", legal_name: "", address: "", phone: "", email: "", gst_number: "" };
  const freight = suggestedFreight(freightTable, "Gore", "S");
  const words = { fitment: null, words: null, terms_version: "1" };
  const content = {
    reference: "",
    number: 1,
    lines: [],
    freight,
    valid_until: "2026-12-01",
    business,
    ...words,
  };
  const version = {
    number: 1,
    state,
    content,
    content_hash: "",
    total_cents: 0,
    valid_until: "",
    mail: null,
  };
  return v.parse(dealSchema, {
    draft: null,
    draft_version: 0,
    versions: [{ ...version, sent_at: null, undo_until: "" }],
    order: null,
    payments: [],
    parcels: [],
    messages: [],
    open_question: null,
    link: "",
    is_link_unsent: false,
    stage: "",
    suggestions: { freight: null, weight: null, freight_note: null, grade: null, valid_days: 7 },
    ...changes,
  });
}

test("a quote whose mail failed is sent again, unless its link or address is a former one: then it is extended", () => {
  for (const [state, next] of [
    ["failed", "again"],
    ["unknown", "again"],
    ["sent", null],
  ] as const) {
    expect(toolsOf(dealWith(state)).next).toBe(next);
    expect(toolsOf(dealWith(state, { is_link_unsent: true })).next).toBe("extend");
  }
  expect(toolsOf(dealWith("declined", { is_link_unsent: true })).next).toBeNull();
});

test("a quote that may not have arrived can be extended, which the refusal to send it again advises", () => {
  for (const state of ["failed", "unknown"])
    expect(toolsOf(dealWith(state)).others).toEqual(["quote", "extend", "approve", "decline", "withdraw"]);
});

test("an order that was paid and has money missing again waits for a payment before its parcel", () => {
  const order = { id: "", invoice_number: 1001, total_cents: 100, pay_by: "", payment_code: "" };
  const toolsFor = (state: string, balance_cents: number) =>
    toolsOf(dealWith("approved", { order: { ...order, state, balance_cents } }));
  for (const state of ["paid", "packed"]) {
    expect(toolsFor(state, 0).next).toBe("parcel");
    expect(toolsFor(state, 1).next).toBe("payment");
  }
});

test("an order that is on its way arrives, or gets another parcel for one that is lost", () => {
  const order = { id: "", invoice_number: 1001, total_cents: 100, pay_by: "", payment_code: "" };
  const sent = { ...order, state: "sent", balance_cents: 0 };
  const parcel = { id: "", carrier: "", tracking: "", url: null, sent_at: "", delivered_at: null };
  const toolsFor = (...states: string[]) =>
    toolsOf(dealWith("approved", { order: sent, parcels: states.map((state) => ({ ...parcel, state })) }));
  expect(toolsFor("lost", "with_carrier")).toEqual({ next: "delivered", others: ["parcel", "payment"] });
  expect(toolsFor("lost")).toEqual({ next: "parcel", others: ["payment", "cancel"] });
  expect(toolsFor("delivered", "lost")).toEqual({ next: "parcel", others: ["delivered", "payment"] });
});
