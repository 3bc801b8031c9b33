import { expect, test } from "vitest";

import { accountProblem, isKnownBranch } from "./bank-account.ts";

// 01-902-0068389, 08-6523-1954512-001 and 26-2600-0320871-0032 are Inland Revenue's examples; the others were checked with
// nz-bank-account-validator 0.0.4.
test.each([
  ["A", "01-902-0068389-00", "01-902-0068388-00"],
  ["A", "12-3456-0123459-00", "12-3456-0123456-00"],
  ["B", "01-0902-1000000-00", "01-0902-1000001-00"],
  ["D", "08-6523-1954512-001", "08-6523-1954513-001"],
  ["E", "09-0000-0009548-0001", "09-0000-0009549-0001"],
  ["F", "25-2500-0000079-00", "25-2500-0000074-00"],
  ["F", "33-6700-0000079-00", "33-6700-0000074-00"],
  ["G", "26-2600-0320871-0032", "26-2600-0320872-0032"],
  ["G", "28-2100-0320871-0032", "28-2100-0320871-0033"],
  ["G", "29-2150-0320871-0032", "29-2150-0320870-0032"],
] as const)("the check digit of algorithm %s: %s is right, %s is wrong", (_, right, wrong) => {
  expect([accountProblem(right), accountProblem(wrong)]).toEqual([
    null,
    expect.stringMatching(/check digit/),
  ]);
});

test.each(["01-0902-0068389-000", "01 902 0068389 00", "010902006838900", "0109020068389000"])(
  "%s is a spelling of an account number",
  (typed) => expect([accountProblem(typed), isKnownBranch(typed)]).toEqual([null, true]),
);

test.each(["01-902-0068389", "0109020068389", "12345", "01-902-0068389-00000", "to come"])(
  "%s is no account number",
  (typed) => expect(accountProblem(typed)).toMatch(/New Zealand account number/),
);

test.each(["31-2800-1234567-00", "88-8800-1234567-00", "00-0000-0000000-00"])(
  "nothing is known to be wrong with %s, which has no check digit or an unknown bank",
  (typed) => expect(accountProblem(typed)).toBeNull(),
);

test("banks and branches that the list does not have are unknown", () => {
  const some = ["12-3456-0123459-00", "31-2800-1234567-00", "12-9999-1000000-00", "88-8800-1234567-00"];
  expect(some.map(isKnownBranch)).toEqual([true, true, false, false]);
});
