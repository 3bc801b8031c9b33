import { expect, test } from "vitest";

import { toggled, withAll, withRange } from "./selection.tsx";

/** Names and versions. */
const listed = new Map(["a", "b", "c", "d", "e"].map((name) => [name, 2]));

test("a record is added in the listed version, and removed again", () => {
  expect([...toggled(new Map([["a", 1]]), "b", 2)]).toEqual([
    ["a", 1],
    ["b", 2],
  ]);
  expect([...toggled(new Map([["a", 1]]), "a", 2)]).toEqual([]);
});

test.for([
  ["b", "d", ["b", "c", "d", "a"]],
  ["d", "b", ["b", "c", "d", "a"]],
  ["gone", "c", ["c", "a"]],
] as const)("a range from %s to %s keeps what was selected", ([from, to, expected]) => {
  expect([...withRange(new Map([["a", 1]]), listed, from, to).keys()]).toEqual(expected);
});

test("selecting all keeps the versions that were selected before", () => {
  expect(withAll(new Map([["c", 1]]), listed)).toEqual(new Map([...listed, ["c", 1]]));
});
