import { expect, test } from "vitest";

import { quotePrefill } from "./prefill.ts";

const at = (search: string, state: unknown = null) => quotePrefill({ key: "default", search, state });

test("the query string fills the form's fields", () => {
  const values = { make: "Honda", year: "2010", part_needed: "Guard" };
  expect(at("?make=Honda&model=&year=2010&part=Guard&utm_source=x")?.values).toEqual(values);
});

test("what the quick quote hands on wins over the query string", () => {
  expect(at("?make=Honda", { make: "Yamaha" })?.values.make).toBe("Yamaha");
});

test("nothing handed on is no prefill", () => {
  expect(at("")).toBeNull();
  expect(at("", { from: 1 })).toBeNull();
  expect(at("", "words")).toBeNull();
});

test("a shelf leaves no part of an older draft in the form; a link to a part or a machine does not touch it", () => {
  const draft = { make: "Honda", part_needed: "Front diff" };
  expect(at("?shelf=Suspension")?.outdates(draft)).toEqual(["part_needed"]);
  expect(at("?make=Honda&shelf=Suspension")?.outdates(draft)).toEqual(["part_needed"]);
  expect(at("?make=Yamaha&shelf=Suspension")?.outdates(draft)).toContain("part_needed");
  expect(at("?make=Honda")?.outdates(draft)).toEqual([]);
});
