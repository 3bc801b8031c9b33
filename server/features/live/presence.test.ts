import { expect, test } from "vitest";

import { OpenRecords } from "./presence.ts";

const [mine, theirs, again] = [
  { userId: "me", id: "1" },
  { userId: "mere", id: "2" },
  { userId: "mere", id: "3" },
];

test("an entry that is not renewed expires, a renewed one stays", () => {
  let now = 0;
  const open = new OpenRecords(() => now);
  expect(open.set(mine, "A")).toEqual(["A"]);
  open.set(theirs, "A");
  now = 20_000;
  expect(open.set(mine, "A")).toEqual([]);
  now = 26_000;
  expect(open.expire()).toEqual(["A"]);
  expect([open.othersAt("A", "me"), open.othersAt("A", "mere")]).toEqual([[], ["me"]]);
});

test("a user with a record open twice counts once, and moving on changes both records", () => {
  const open = new OpenRecords(() => 0);
  for (const tab of [mine, theirs, again]) open.set(tab, "A");
  expect(open.othersAt("A", "me")).toEqual(["mere"]);
  expect(open.set(again, "B")).toEqual(["A", "B"]);
  expect(open.set(again, null)).toEqual(["B"]);
  expect(open.othersAt("A", "me")).toEqual(["mere"]);
});
