import { randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import type { OrderState } from "#domain/deals/order.ts";
import type { ParcelState } from "#domain/deals/parcels.ts";
import type { ReturnState } from "#domain/deals/returns.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { addOrder } from "#tests/deal-examples.ts";
import { quoteDesk } from "#tests/quote-desk.ts";

type MailCells = { readonly state: "bounced" | "failed" | "unknown"; readonly error_class?: string };

/** A quote that has left, what can be done about it, and what may become of its mail. */
async function sentQuote() {
  const app = await buildTestApp();
  const desk = await quoteDesk(app);
  await desk.send();
  app.advance(10_000);
  await app.app.run("outbox");
  const { database } = app.app.services;
  const mail = (cells: MailCells) =>
    database.write((tx) => tx.updateTable("outbox").set(cells).where("kind", "=", "quote").execute());
  return { ...desk, app, mail, tools: async () => (await desk.quote()).body };
}

test("a quote whose mail failed is sent again, unless its link is a former one: then it is extended", async () => {
  const { app, call, mail, tools } = await sentQuote();
  expect((await tools())["next"]).toBeNull();
  for (const state of ["failed", "unknown"] as const) {
    await mail({ state });
    expect(await tools()).toMatchObject({
      next: "again",
      others: ["quote", "extend", "approve", "decline", "withdraw", "photos"],
    });
  }
  app.advance(1);
  await call("link");
  expect((await tools())["next"]).toBe("extend");
  expect((await call("decline", { reason: "Too expensive", words: "" })).status).toBe(200);
  expect((await tools())["next"]).toBeNull();
});

test("a quote that came back is sent again if that may help; else staff ring, or extend it for the right address", async () => {
  const { app, mail, tools } = await sentQuote();
  await mail({ state: "bounced", error_class: "Their mailbox is full" });
  expect((await tools())["next"]).toBe("again");
  await mail({ state: "bounced", error_class: "No such address" });
  expect(await tools()).toMatchObject({
    next: null,
    others: expect.arrayContaining(["again", "extend", "quote"]),
  });
  await mail({ state: "bounced", error_class: "Their mailbox is full" });
  app.advance(30 * 24 * 60 * 60_000); // It has expired: nobody could approve it.
  expect(await tools()).toMatchObject({ next: "extend", others: ["quote", "withdraw", "photos"] });
});

/** An order in any state with so much money, and what can be done about it. */
async function anOrder(app: TestApp) {
  const order = await addOrder(app);
  const { database } = app.app.services;
  const desk = await quoteDesk(app, { reference: order.ref_number });
  const put = (state: OrderState, paid_cents = order.total_cents) =>
    database.write((tx) => tx.updateTable("orders").set({ state, paid_cents }).execute());
  return { order, database, put, tools: async () => (await desk.quote()).body };
}

test("an order that was paid and has money missing again waits for a payment before its parcel", async () => {
  const { order, put, tools } = await anOrder(await buildTestApp());
  for (const state of ["paid", "packed"] as const) {
    await put(state);
    expect((await tools())["next"]).toBe("parcel");
    await put(state, order.total_cents - 1);
    expect((await tools())["next"]).toBe("payment");
  }
});

test("an order that is on its way arrives, or gets another parcel for one that is lost", async () => {
  const { order, database, put, tools } = await anOrder(await buildTestApp());
  await put("sent");
  const user = await database.reader.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const toolsWith = async (...states: ParcelState[]) => {
    const facts = { order_id: order.id, carrier: "NZ Post", delivered_at: null, user_id: user.id };
    const parcels = states.map((state, index) => {
      const sent_at = `2026-08-03T0${index}:00:00.000Z`;
      return { ...facts, id: randomUUID(), tracking: String(index), state, sent_at };
    });
    await database.write(async (tx) => {
      await tx.deleteFrom("parcels").execute();
      await tx.insertInto("parcels").values(parcels).execute();
    });
    const { next, others } = await tools();
    return { next, others };
  };
  expect(await toolsWith("lost", "with_carrier")).toEqual({
    next: "delivered",
    others: ["parcel", "payment", "refund", "ask_return", "photos"],
  });
  expect(await toolsWith("lost")).toEqual({
    next: "parcel",
    others: ["payment", "refund", "cancel", "ask_return", "photos"],
  });
  expect(await toolsWith("delivered", "lost")).toEqual({
    next: "parcel",
    others: ["delivered", "payment", "refund", "ask_return", "photos"],
  });
});

test("a cancelled order that holds money is paid back next, and a payment can still be entered", async () => {
  const { put, tools } = await anOrder(await buildTestApp());
  await put("cancelled");
  expect(await tools()).toMatchObject({ next: "refund", others: expect.arrayContaining(["payment"]) });
  await put("cancelled", 0);
  expect((await tools())["next"]).toBeNull();
});

test("a return is decided on next; one that is agreed to waits, one that has come back is paid back", async () => {
  const { order, database, put, tools } = await anOrder(await buildTestApp());
  await put("delivered");
  const at = order.approved_at;
  const back = {
    id: "r",
    order_id: order.id,
    ref_number: order.ref_number,
    answer: null,
    at,
    changed_at: at,
  };
  const asked = { ...back, kind: "faulty", lines: '["diff"]', words: "", state: "asked" } as const;
  await database.write((tx) => tx.insertInto("returns").values(asked).execute());
  const toolsIn = async (state: ReturnState) => {
    await database.write((tx) => tx.updateTable("returns").set({ state }).execute());
    return tools();
  };
  expect((await toolsIn("asked"))["next"]).toBe("return");
  expect(await toolsIn("agreed")).toMatchObject({
    next: null,
    others: expect.arrayContaining(["return", "refund"]),
  });
  expect(await toolsIn("received")).toMatchObject({
    next: "refund",
    others: expect.arrayContaining(["return"]),
  });
  for (const state of ["refused", "closed"] as const)
    expect((await toolsIn(state))["others"]).not.toContain("return");
  await put("delivered", 0);
  expect((await toolsIn("received"))["next"]).toBe("return");
});
