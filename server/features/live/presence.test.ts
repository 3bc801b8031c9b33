import { expect, test } from "vitest";

import { Presence } from "./presence.ts";

const [mine, theirs, again] = [
  { userId: "me", id: "1" },
  { userId: "mere", id: "2" },
  { userId: "mere", id: "3" },
];

test("a tab that nobody speaks of any more is forgotten; one that is spoken of stays", () => {
  let now = 0;
  const presence = new Presence(25_000, () => now);
  expect(presence.put(mine, "A")).toEqual(["A"]);
  presence.put(theirs, "A");
  now = 20_000;
  expect(presence.put(mine, "A")).toEqual([]);
  now = 26_000;
  expect(presence.expire()).toEqual(["A"]);
  expect([presence.othersAt("A", "me"), presence.othersAt("A", "mere")]).toEqual([[], ["me"]]);
});

test("who has a record open twice is there once, and going on changes both records", () => {
  const presence = new Presence(25_000, () => 0);
  for (const tab of [mine, theirs, again]) presence.put(tab, "A");
  expect(presence.othersAt("A", "me")).toEqual(["mere"]);
  expect(presence.put(again, "B")).toEqual(["A", "B"]);
  expect(presence.put(again, null)).toEqual(["B"]);
  expect(presence.othersAt("A", "me")).toEqual(["mere"]);
});
