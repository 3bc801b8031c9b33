import { expect, test } from "vitest";

import { balanceText } from "./order-summary.tsx";

test.each([
  ["awaiting_payment", "$200.00 to pay by Thursday 6 August"],
  ["lapsed", "$200.00 was due by Thursday 6 August"],
  ["paid", "$200.00 still owing"],
  ["delivered", "$200.00 still owing"],
  ["cancelled", "nothing is owed"],
] as const)("an order that is %s with money missing says: %s", (state, words) => {
  const order = { state, balance_cents: 20_000, pay_by: "2026-08-06T12:00:00.000Z" };
  expect(balanceText(order, 0, new Date("2026-08-06T11:59:59Z"))).toBe(words);
});

test("an order is no longer to be paid once its last day is over, before the server has noted it", () => {
  const order = {
    state: "awaiting_payment",
    balance_cents: 20_000,
    pay_by: "2026-08-06T12:00:00.000Z",
  } as const;
  expect(balanceText(order, 0, new Date("2026-08-06T12:00:00Z"))).toBe(
    "$200.00 was due by Thursday 6 August",
  );
});

test.each([
  [-500, "$5.00 overpaid"],
  [0, "paid in full"],
])("of a balance of %s cents it says: %s", (balance_cents, words) => {
  const order = { state: "paid", balance_cents, pay_by: "2026-08-06T12:00:00.000Z" } as const;
  expect(balanceText(order, 0, new Date("2026-08-06T12:00:00Z"))).toBe(words);
});
