import { expect, test } from "vitest";

import type { LiveUpdate } from "#domain/live.ts";

import { heldBackIn, withNewRecords, withoutThoseOf } from "./new-records.ts";

const list = { table: "a", filter: "all", order: "newest", query: " " } as const;
const birth = (table: string, type = "created") => ({
  id: 1,
  type,
  table,
  record_id: "1",
  reference: "QK-222222-2222",
  user_id: null,
});
const update = (...events: LiveUpdate["events"]): LiveUpdate => ({
  last_event: 9,
  events,
  is_gap: false,
  counts: {},
});

test("what comes in is counted until it is shown, and what appears at the top by itself is not", () => {
  const heard = update(birth("a"), birth("b"), birth("b", "adopted"), birth("b", "status"));
  const counted = withNewRecords(new Map(), heard, list, true);
  expect([...counted]).toEqual([["b", 2]]);
  expect([...withoutThoseOf(counted, { ...list, table: "b" })]).toEqual([]);
  expect([...withNewRecords(new Map(), heard, list, false)]).toEqual([
    ["a", 1],
    ["b", 2],
  ]);
});

test("where some wait to be shown, further ones wait with them", () => {
  expect([...withNewRecords(new Map([["a", 1]]), update(birth("a")), list, true)]).toEqual([["a", 2]]);
});

test("only the newest, the new and what is to answer leave new records out, or show them", () => {
  const waiting = new Map([["a", 3]]);
  for (const filter of ["all", "new", "to-answer"] as const) {
    expect(heldBackIn(waiting, { ...list, filter })).toBe(3);
    expect([...withNewRecords(new Map(), update(birth("a")), { ...list, filter }, true)]).toEqual([]);
  }
  for (const other of [{ filter: "mine" }, { order: "due" }, { query: "honda" }] as const) {
    expect(heldBackIn(waiting, { ...list, ...other })).toBe(0);
    expect(withoutThoseOf(waiting, { ...list, ...other })).toBe(waiting);
  }
});
