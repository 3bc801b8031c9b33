import { expect, test } from "vitest";

import { countAfter, type LiveUpdate } from "./live.ts";

function update(count: number, births: number, isGap = false): LiveUpdate {
  const events = Array.from({ length: births }, (_, index) => ({
    id: index + 1,
    type: "created",
    table: "quote_requests",
    record_id: `${index}`,
    reference: "QK-222222-2222",
    user_id: null,
  }));
  return {
    last_event: births,
    events,
    is_gap: isGap,
    counts: { quote_requests: { new: count - 1 }, contact_messages: { new: 1 } },
  };
}

test.for<[string, number | null, LiveUpdate, { count: number; areSomeGone: boolean }]>([
  ["the first update", null, update(5, 0), { count: 5, areSomeGone: false }],
  ["two that came in", 5, update(7, 2), { count: 7, areSomeGone: false }],
  ["one that was erased", 5, update(4, 0), { count: 4, areSomeGone: true }],
  ["one erased while another came in", 5, update(5, 1), { count: 5, areSomeGone: true }],
  ["one that is counted before its event arrives", 5, update(6, 0), { count: 5, areSomeGone: false }],
  ["an update that asks for a full load anyway", 5, update(3, 0, true), { count: 3, areSomeGone: false }],
])("%s", ([, known, heard, expected]) => {
  expect(countAfter(known, heard)).toEqual(expected);
});
