import { QueryObserver } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";

import type { RecordChange } from "#domain/desk.ts";
import { kind, openDesk, records, server, startDeskServer, statusIn } from "#tests/desk-server.ts";

import { Desk } from "./desk.ts";
import { mergeInto } from "./merge.ts";

beforeEach(startDeskServer);

test("a change costs at most two requests: the call itself and its list; its own live event none", async () => {
  const desk = await openDesk();
  const [record] = server.rows;
  await desk.setStatus(record!, "completed");
  const [list, open] = ["/rest/v1/quote_requests", "/functions/v1/desk-record"];
  expect(server.read).toEqual([list]);
  server.read.length = 0;
  await desk.change(record!, { order_placed: true });
  expect(server.read).toEqual([]);
  await Promise.all(server.rows.map((each) => desk.setStatus(each, "cancelled")));
  expect(server.read).toEqual([list]);
  server.read.length = 0;
  const event = { table: kind.table, record_id: "id-0", reference: "QK-0", user_id: "u1" };
  const update = { last_event: 2001, is_gap: false, counts: {} };
  await desk.follow([{ ...update, events: [{ ...event, id: 1001, type: "status" }] }]);
  expect(server.read).toEqual([]);
  await desk.follow([{ ...update, events: [{ ...event, id: 9001, type: "note" }] }]);
  expect(server.read).toEqual([open]);
});

test("what a colleague did just before one's own change is loaded: a note, a call, a reply that was sent", async () => {
  const desk = await openDesk();
  await desk.setStatus(server.rows[0]!, "completed");
  const [list, open] = ["/rest/v1/quote_requests", "/functions/v1/desk-record"];
  const event = { id: 1000, table: kind.table, record_id: "id-0", reference: "QK-0", user_id: "u2" };
  const update = { last_event: 1001, is_gap: false, counts: {} };
  for (const [type, read] of [
    ["note", [open]],
    ["call", [open, list]],
    ["mail", ["/functions/v1/desk-summary", open, list].toSorted()],
    ["status", []],
  ] as const) {
    server.read.length = 0;
    await desk.follow([{ ...update, events: [{ ...event, type }] }]);
    expect(server.read.toSorted()).toEqual(read);
  }
});

test("what is done while a record is loaded for the first time is loaded too", async () => {
  const desk = await openDesk();
  const { data } = desk;
  const slow = Promise.withResolvers<void>();
  server.slowUntil = slow.promise;
  new QueryObserver(data.client, data.record("QK-1")).subscribe(() => {});
  await expect.poll(() => server.read).toEqual(["/functions/v1/desk-record"]);
  server.slowUntil = Promise.resolve();
  const logged = { id: 2000, type: "call", at: "2026-11-20T00:00:00.000Z", user_id: "u1" };
  server.history.push({ ...logged, was: null, becomes: null, note: null });
  await desk.tell(Promise.resolve({ words: "QK-1: call logged", undo: [] }));
  slow.resolve();
  const history = () => data.client.getQueryData(data.record("QK-1").queryKey)?.events;
  await expect.poll(history).toMatchObject([{ type: "call" }]);
});

test("what a call about a deal did is loaded once, with the list; its own live event loads nothing more", async () => {
  const desk = await openDesk();
  const sent = { id: 2000, type: "quote", at: "2026-11-20T00:00:00.000Z", user_id: "u1" };
  server.history.push({ ...sent, was: null, becomes: "1", note: null });
  await desk.tell(Promise.resolve({ words: "Quote 1 is about to leave", undo: [] }));
  const [list, open] = ["/rest/v1/quote_requests", "/functions/v1/desk-record"];
  await expect.poll(() => server.read).toEqual([open, list]);
  await expect.poll(() => desk.data.client.isFetching()).toBe(0);
  server.read.length = 0;
  const event = { table: kind.table, record_id: "id-0", reference: "QK-0", user_id: "u1", type: "quote" };
  const update = { last_event: 2001, is_gap: false, counts: {} };
  await desk.follow([{ ...update, events: [{ ...event, id: 2000 }] }]);
  expect(server.read).toEqual([]);
  await desk.follow([{ ...update, events: [{ ...event, id: 9001, user_id: null, type: "approved" }] }]);
  expect(server.read.toSorted()).toEqual([open, list]);
});

test("a change shows at once; if it fails, the former status is back and the change can be tried again", async () => {
  const desk = await openDesk();
  server.refused.add(1);
  const change = desk.setStatus(server.rows[0]!, "completed");
  await expect.poll(() => statusIn(desk)).toEqual(["completed", "in_progress", "new"]);
  await change;
  expect(statusIn(desk)).toEqual(["new", "in_progress", "new"]);
  expect(desk.notes()).toMatchObject({ problem: "Busy", report: null });
  expect(server.read).toEqual([]);
  desk.notes().retry?.();
  await expect
    .poll(() => desk.notes())
    .toMatchObject({ problem: null, report: { words: "QK-0: Completed" } });
});

test("two quick changes do not conflict: the second waits, and is based on what the first made", async () => {
  const desk = await openDesk();
  const [record] = server.rows;
  await Promise.all([desk.setStatus(record!, "completed"), desk.change(record!, { owner_id: "u1" })]);
  expect(server.taken.flat()).toMatchObject([
    { version: 1, status: "completed" },
    { version: 1001, owner_id: "u1" },
  ]);
});

test("a change that someone else was ahead of is refused, named, and shows the record as it is now", async () => {
  const desk = await openDesk();
  const [seen] = server.rows;
  server.rows = server.rows.map((row) => Object.assign({}, row, { status: "cancelled", version: 9000 }));
  await desk.setStatus(seen!, "completed");
  expect(desk.notes()).toMatchObject({ staleReference: "QK-0", retry: null, report: null });
  expect(desk.notes().problem).toContain("Nothing was overwritten");
  expect(statusIn(desk)).toEqual(["cancelled", "cancelled", "cancelled"]);
});

test("a change that a record does not allow is refused with the reason, and is not offered again", async () => {
  const desk = await openDesk();
  server.reasons.set("QK-0", "The order decides");
  await desk.change(server.rows[0]!, { order_placed: true });
  const problem = "Not changed: QK-0. The order decides";
  expect(desk.notes()).toMatchObject({ problem, staleReference: null, retry: null, report: null });
});

test("of several records, those that can't be changed are named with the reason; the others change and can be undone", async () => {
  const desk = await openDesk();
  server.rows = records(5);
  for (const reference of ["QK-0", "QK-3"]) server.reasons.set(reference, "The order decides");
  server.reasons.set("QK-1", "It has a quote");
  const seen = server.rows;
  server.rows = seen.map((row, index) => (index === 4 ? Object.assign({}, row, { version: 9000 }) : row));
  await desk.changeAll(seen.map((record) => ({ record, change: { owner_id: "u1" } })));
  const { problem, report } = desk.notes();
  expect(problem).toContain("Not changed: QK-0, QK-3. The order decides. Not changed: QK-1. It has a quote");
  expect(problem).toMatch(/\. Someone else has changed these records.*: QK-4$/);
  expect(report?.words).toBe("QK-2: with someone");
  await desk.undo();
  expect(server.taken.at(-1)).toMatchObject([{ reference: "QK-2", owner_id: null }]);
});

const versionsOf = (changes: RecordChange[] = []) => changes.map(({ version }) => version);

test("if the second call of a bulk change fails, the first is reported and can be undone", async () => {
  server.refused.add(2);
  const desk = new Desk("u1");
  await desk.changeAll(records(203).map((record) => ({ record, change: { status: "completed" } })));
  expect(desk.notes()).toMatchObject({ report: { words: "200 records: Completed" }, problem: "Busy" });
  await desk.undo();
  expect(server.taken.map((changes) => changes.length)).toEqual([200, 200]);
  expect(server.taken[1]?.slice(0, 2)).toEqual([
    { reference: "QK-0", version: 1001, status: "new", is_undo: true },
    { reference: "QK-1", version: 1002, status: "in_progress", is_undo: true },
  ]);
});

test("Try again sends only the rest, and both are undone together", async () => {
  server.refused.add(2);
  const desk = new Desk("u1");
  await desk.changeAll(records(203).map((record) => ({ record, change: { status: "completed" } })));
  desk.notes().retry?.();
  await expect.poll(() => desk.notes().report?.words).toBe("203 records: Completed");
  expect(versionsOf(server.taken[1])).toEqual([201, 202, 203]);
  await desk.undo();
  expect(server.taken.slice(2).flatMap(versionsOf)).toHaveLength(203);
});

test("a request with a quote out is not merged, and the desk says what to do; one without is", async () => {
  const desk = await openDesk();
  const [first, , third] = server.rows;
  for (const next_step of ["waiting", "answer", "expired", "pay"]) {
    await mergeInto(desk, Object.assign({}, first, { next_step }), "QK-9");
    expect(desk.notes().report?.words).toContain("QK-0 has a quote or an order");
  }
  expect(server.taken).toEqual([]);
  await mergeInto(desk, Object.assign({}, third, { next_step: "quote" }), "QK-9");
  expect(server.taken).toMatchObject([[{ duplicate_of: "QK-9", status: "cancelled" }]]);
});

test("what is taken out of a merge becomes new again, unless an order was placed or it is open already", async () => {
  const desk = await openDesk();
  const merged = { duplicate_of: "QK-9", status: "cancelled" };
  const [first, second, third] = server.rows;
  await mergeInto(desk, Object.assign({}, first, merged), null);
  await mergeInto(desk, Object.assign({}, second, merged, { order_placed: true }), null);
  await mergeInto(desk, Object.assign({}, third, merged, { status: "in_progress" }), null);
  expect(server.taken.flat()).toEqual([
    { reference: "QK-0", version: 1, duplicate_of: null, status: "new" },
    { reference: "QK-1", version: 2, duplicate_of: null },
    { reference: "QK-2", version: 3, duplicate_of: null },
  ]);
});
