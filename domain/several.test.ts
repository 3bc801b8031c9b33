import { expect, test } from "vitest";

import { quoteRequest } from "#domain/forms/quote-request.ts";

import { joinSeveral, splitSeveral } from "./several.ts";

test("several parts become one line, in the order in which they were typed", () => {
  const texts = { make: "Honda", part_needed: " Front diff ", part_needed_2: "", part_needed_3: "Seat" };
  expect(joinSeveral(quoteRequest, texts)).toEqual({ make: "Honda", part_needed: "Front diff; Seat" });
});

test("whole parts that do not fit go into the notes, which the line says", () => {
  const part = (name: string) => name.padEnd(50, ".");
  const texts = {
    part_needed: part("A"),
    part_needed_2: part("B"),
    part_needed_3: part("C"),
    notes: "Urgent",
  };
  expect(joinSeveral(quoteRequest, texts)).toEqual({
    part_needed: `${part("A")}; ${part("B")} (+1 in notes)`,
    notes: `More: ${part("C")}\n\nUrgent`,
  });
});

test("a first part that is too long stays whole, for the form to refuse it", () => {
  const texts = { part_needed: "x".repeat(121), part_needed_2: "Seat" };
  expect(joinSeveral(quoteRequest, texts)).toEqual({ part_needed: "x".repeat(121), notes: "More: Seat" });
});

test("what was joined comes apart again, with what is in the notes", () => {
  const part = (name: string) => name.padEnd(50, ".");
  for (const parts of [["Seat"], ["Front diff", "Seat"], ["A", "B", "C", "D"].map(part)]) {
    const names = ["part_needed", ...parts.slice(1).map((_, index) => `part_needed_${index + 2}`)];
    const texts = Object.fromEntries(names.map((name, index) => [name, parts[index] ?? ""]));
    const { part_needed: line = "", notes: rest = null } = joinSeveral(quoteRequest, {
      ...texts,
      notes: "Urgent; soon",
    });
    expect(splitSeveral({ line, rest })).toEqual(parts);
  }
});

test("a line without notes keeps its own parts only", () => {
  expect(splitSeveral({ line: "Diff; ; seat;", rest: "More: mirror" })).toEqual(["Diff", "seat"]);
  expect(splitSeveral({ line: "Diff; seat (+1 in notes)", rest: null })).toEqual(["Diff", "seat"]);
});
