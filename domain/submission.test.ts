import { expect, test } from "vitest";

import { quoteRequest } from "#domain/forms/quote-request.ts";

import { displayValue } from "./field.ts";
import { submissionParser, valuesFromForm } from "./submission-values.ts";
import { summaryOf } from "./submission-values.ts";

const quote = {
  full_name: "Aroha Ngata",
  phone: "021 555 0100",
  email: "aroha@example.co.nz",
  make: "Honda",
  model: "TRX420FM",
  year: 2015,
  part_needed: "Front diff",
  delivery_address: "1 Road",
};
const parse = submissionParser(quoteRequest, () => new Date("2026-11-21T00:00:00Z"));

test("equal submissions have equal values, however they were typed", () => {
  const typed = {
    ...quote,
    full_name: "  Aroha Nga\u0074a ",
    delivery_address: "1\tRoad\r\n",
    vin: " ",
    budget: null,
  };
  expect(parse(typed)).toEqual({ ok: true, values: quote });
  const composed = parse({ ...quote, full_name: "M\u0101ui" });
  const decomposed = parse({ ...quote, full_name: "Ma\u0304ui" });
  expect(decomposed).toEqual(composed);
});

test("the first problem is named in words for the visitor", () => {
  expect(parse({ ...quote, year: 1979 })).toEqual({
    ok: false,
    problem: { field: "year", message: "Year must be from 1980 to 2027" },
  });
  expect(parse({})).toMatchObject({
    ok: false,
    problem: { field: "full_name", message: "Full name is required" },
  });
});

test("numbers typed into a form become numbers, anything else stays for the parser to name", () => {
  expect(valuesFromForm(quoteRequest, { year: " 2015 ", budget: "350.50", phone: "021", vin: "" })).toEqual({
    year: 2015,
    budget: 350.5,
    phone: "021",
    vin: "",
  });
  expect(valuesFromForm(quoteRequest, { year: "0x7DF", budget: "1e3" })).toEqual({
    year: "0x7DF",
    budget: "1e3",
  });
});

test("a frame number is sent in capitals", () => {
  expect(valuesFromForm(quoteRequest, { vin: "te35-4100123" })).toEqual({ vin: "TE35-4100123" });
});

test("values are shown as people read them", () => {
  expect(displayValue(quoteRequest.fields.condition_preference, "A")).toBe("Grade A (Minimal wear)");
  expect(displayValue(quoteRequest.fields.budget, 350.5)).toBe("$350.50 NZD");
  expect(summaryOf(quoteRequest, quote)).toBe("2015 Honda TRX420FM Front diff");
});
