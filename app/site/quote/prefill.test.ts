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

const further = ["part_needed_2", "part_needed_3", "part_needed_4", "part_needed_5"];

test("a shelf leaves no part of an older draft in the form; a link to a machine does not touch them", () => {
  const draft = { make: "Honda", part_needed: "Front diff", part_needed_2: "Seat" };
  expect(at("?shelf=Suspension")?.outdates(draft)).toEqual(["part_needed", ...further]);
  expect(at("?make=Honda&shelf=Suspension")?.outdates(draft)).toEqual(["part_needed", ...further]);
  expect(at("?make=Yamaha&shelf=Suspension")?.outdates(draft)).toContain("part_needed_2");
  expect(at("?make=Honda")?.outdates(draft)).toEqual([]);
});

test("another part replaces all parts of an older draft; the same part leaves the further ones", () => {
  const draft = { part_needed: "Front diff", part_needed_2: "Seat" };
  expect(at("?part=Carburettor")?.outdates(draft)).toEqual(["part_needed", ...further]);
  expect(at("?part=front+diff")?.outdates(draft)).toEqual([]);
});
