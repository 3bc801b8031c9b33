import { expect, test } from "vitest";

import { quoteStart } from "./quote-start.ts";

const now = new Date("2026-11-21T00:00:00Z");

test.for([
  ["2015", "2015"],
  ["08", "2008"],
  ["'27", "2027"],
  ["99", "1999"],
  ["2015ish", "2015"],
  [" about 2012 ", "2012"],
])("the year %s is read as %s", ([typed, year]) => {
  expect(quoteStart({ year: typed ?? "" }, now)).toEqual({
    values: { year },
    unreadable: {},
    problems: {},
    shelf: "",
  });
});

test.for(["99-02", "2010 or 2011", "old", "8", "15.5"])(
  "a year that cannot be read (%s) is quoted, and leaves no other year in the field",
  (typed) => {
    const problems = { year: `Year, four digits: you typed ${typed}` };
    expect(quoteStart({ year: typed }, now)).toEqual({
      values: { year: "" },
      unreadable: { year: typed },
      problems,
      shelf: "",
    });
  },
);

test("a value that the form would refuse is handed on with the form's own message", () => {
  const { values, problems } = quoteStart({ make: "Honda", year: "1975", part: "x".repeat(121) }, now);
  expect(values).toEqual({ make: "Honda", year: "1975", part_needed: "x".repeat(121) });
  expect(problems).toEqual({
    year: "Year must be from 1980 to 2027",
    part_needed: "Part needed must be at most 120 characters",
  });
});

test("a shelf is no part: the field stays empty for the visitor to say which one", () => {
  const start = { values: { make: "Honda" }, unreadable: {}, problems: {}, shelf: "Diffs and axles" };
  expect(quoteStart({ make: "Honda", model: " ", shelf: "Diffs and axles" }, now)).toEqual(start);
});
