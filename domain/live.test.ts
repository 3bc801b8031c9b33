import { expect, test } from "vitest";

import { countAfter, type LiveNews } from "./live.ts";

function news(count: number, births: number, isGap = false): LiveNews {
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

test.for<[string, number | null, LiveNews, { count: number; areSomeGone: boolean }]>([
  ["the first news", null, news(5, 0), { count: 5, areSomeGone: false }],
  ["two that came in", 5, news(7, 2), { count: 7, areSomeGone: false }],
  ["one that was erased", 5, news(4, 0), { count: 4, areSomeGone: true }],
  ["one erased while another came in", 5, news(5, 1), { count: 5, areSomeGone: true }],
  ["one that is counted before its event is told", 5, news(6, 0), { count: 5, areSomeGone: false }],
  ["news that tell to load everything anyway", 5, news(3, 0, true), { count: 3, areSomeGone: false }],
])("%s", ([, known, heard, expected]) => {
  expect(countAfter(known, heard)).toEqual(expected);
});
