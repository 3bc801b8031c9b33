import { expect, test } from "vitest";

import { OpenRecords } from "./presence.ts";

const [mine, theirs, again] = [
  { userId: "me", id: "1" },
  { userId: "mere", id: "2" },
  { userId: "mere", id: "3" },
];

const others = (open: OpenRecords, reference: string, userId: string) => open.at(reference, userId).people;

test("an entry that is not renewed expires, a renewed one stays", () => {
  let now = 0;
  const open = new OpenRecords(() => now);
  open.set(mine, "A");
  open.set(theirs, "A");
  now = 20_000;
  open.set(mine, "A");
  now = 26_000;
  expect([others(open, "A", "me"), others(open, "A", "mere")]).toEqual([[], ["me"]]);
});

test("a user with a record open twice counts once, until both have moved on", () => {
  const open = new OpenRecords(() => 0);
  for (const tab of [mine, theirs, again]) open.set(tab, "A");
  expect(others(open, "A", "me")).toEqual(["mere"]);
  open.set(again, "B");
  expect([others(open, "A", "me"), others(open, "B", "me")]).toEqual([["mere"], ["mere"]]);
  open.set(theirs, null);
  expect(others(open, "A", "me")).toEqual([]);
});
