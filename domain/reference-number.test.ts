import { expect, test } from "vitest";

import { isReferenceNumber, makeReferenceNumber, referencePlaceholder } from "./reference-number.ts";

test("what is made is well-formed, and each of 29 characters can occur but none that looks like another: no 0, O, 1, I, L or U", () => {
  let next = 0;
  const made = Array.from({ length: 30 }, () => makeReferenceNumber((below) => next++ % below));
  expect(made.every(isReferenceNumber)).toBe(true);
  const characters = new Set(made.flatMap((reference) => [...reference.slice(3).replace("-", "")]));
  expect(characters.size).toBe(29);
  expect([...characters].join("")).not.toMatch(/[01OILU]/);
});

test.for([
  referencePlaceholder,
  "QK-ABCDEF-234",
  "qk-abcdef-2345",
  "QK-ABCDEF-2345 ",
  "QK-ABCDE0-2345",
  7,
  null,
])("%s is no reference", (value) => {
  expect(isReferenceNumber(value)).toBe(false);
});
