import { expect, test } from "vitest";

import { chosen, withAll, withRange } from "./selection.tsx";

/** Each letter with the version in which it is listed. */
const listed = new Map(["a", "b", "c", "d", "e"].map((name) => [name, 2]));

test("a record is taken in as it stands, and left out again", () => {
  expect([...chosen(new Map([["a", 1]]), "b", 2)]).toEqual([
    ["a", 1],
    ["b", 2],
  ]);
  expect([...chosen(new Map([["a", 1]]), "a", 2)]).toEqual([]);
});

test.for([
  ["b", "d", ["b", "c", "d", "a"]],
  ["d", "b", ["b", "c", "d", "a"]],
  ["gone", "c", ["c", "a"]],
] as const)("a range from %s to %s keeps what was in", ([from, to, expected]) => {
  expect([...withRange(new Map([["a", 1]]), listed, from, to).keys()]).toEqual(expected);
});

test("what was in stays as it was taken in", () => {
  expect(withAll(new Map([["c", 1]]), listed)).toEqual(new Map([...listed, ["c", 1]]));
});
