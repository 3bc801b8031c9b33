import { expect, test } from "vitest";

import { quotePrefill } from "./quote-form.tsx";

const at = (search: string, state: unknown = null) => quotePrefill({ key: "default", search, state });

test("the query string fills the form's fields", () => {
  const values = { make: "Honda", year: "2010", part_needed: "Guard" };
  expect(at("?make=Honda&model=&year=2010&part=Guard&utm_source=x")?.values).toEqual(values);
});

test("what the quick quote hands on wins over the query string", () => {
  expect(at("?make=Honda", { make: "Yamaha" })?.values).toEqual({ make: "Yamaha" });
});

test("nothing handed on is no prefill", () => {
  expect(at("")).toBeNull();
  expect(at("", { from: 1 })).toBeNull();
  expect(at("", "words")).toBeNull();
});

const parts = ["part_needed", "part_needed_2", "part_needed_3", "part_needed_4", "part_needed_5"];
const machine = ["make", "model", "year", "vin"];

test.for<[search: string, outdated: string[]]>([
  ["?shelf=Suspension", parts],
  ["?make=Yamaha&shelf=Suspension", [...machine, ...parts]],
  ["?make=honda&model=TRX450R", machine],
  ["?make=honda&year=2016", machine],
  ["?make=honda", []],
  ["?part=Carburettor", parts],
  ["?part=front+diff", []],
])("%s leaves nothing of another machine or part of the draft in the form", ([search, outdated]) => {
  const draft = {
    make: "Honda",
    model: "TRX420FM",
    year: "2015",
    part_needed: "Front diff",
    part_needed_2: "Seat",
  };
  expect(at(search)?.outdates(draft).toSorted()).toEqual(outdated.toSorted());
});
