import { expect, test } from "vitest";

import { chosen, withRange } from "./range.ts";

const order = ["a", "b", "c", "d", "e"];

test("a record is taken in and left out again", () => {
  expect([...chosen(new Set(["a"]), "b")]).toEqual(["a", "b"]);
  expect([...chosen(new Set(["a", "b"]), "a")]).toEqual(["b"]);
});

test.for([
  ["b", "d", ["a", "b", "c", "d"]],
  ["d", "b", ["a", "b", "c", "d"]],
  ["gone", "c", ["a", "c"]],
] as const)("a range from %s to %s keeps what was in", ([from, to, expected]) => {
  expect([...withRange(new Set(["a"]), order, from, to)]).toEqual(expected);
});
