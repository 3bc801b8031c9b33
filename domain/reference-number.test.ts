import { expect, test } from "vitest";

import { isReferenceNumber, makeReferenceNumber, referencePlaceholder } from "./reference-number.ts";

test("every sign of the alphabet can occur, and what is made is well-formed", () => {
  const made = Array.from({ length: 200 }, (_, seed) =>
    makeReferenceNumber((below) => (seed * 7 + 3) % below),
  );
  expect(made.every(isReferenceNumber)).toBe(true);
  expect(made[0]).toMatch(/^QK-.{6}-.{4}$/);
});

test("no sign can be taken for another: no 0, O, 1, I, L or U", () => {
  let next = 0;
  const made = Array.from({ length: 30 }, () => makeReferenceNumber((below) => next++ % below)).join("");
  expect(made).not.toMatch(/[01OILU]/);
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
