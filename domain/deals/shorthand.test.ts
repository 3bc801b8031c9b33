import { expect, test } from "vitest";

import { readShorthand, withShorthand } from "./shorthand.ts";

const nothing = {
  unit_cents: null,
  grade: null,
  freight_cents: null,
  is_pick_up: null,
  valid_days: null,
  machine_number: null,
};

test.each([
  ["185 b +15 5d", { ...nothing, unit_cents: 18_500, grade: "B", freight_cents: 1500, valid_days: 5 }],
  ["185", { ...nothing, unit_cents: 18_500 }],
  ["$185.50 A", { ...nothing, unit_cents: 18_550, grade: "A" }],
  ["14D +0 99.9", { ...nothing, unit_cents: 9990, freight_cents: 0, valid_days: 14 }],
  ["M214 185", { ...nothing, unit_cents: 18_500, machine_number: 214 }],
  ["185 pickup", { ...nothing, unit_cents: 18_500, is_pick_up: true }],
  ["Pick-up", { ...nothing, is_pick_up: true }],
  ["  ", nothing],
] as const)("%j says %j", (text, said) => expect(readShorthand(text)).toEqual(said));

test("a machine is the first line's, and stays until another is named", () => {
  const said = (text: string) => readShorthand(text) ?? nothing;
  const line = { id: "1", kind: "fixed", group: null, text: "Diff", machine: null, grade: null } as const;
  const rest = { quantity: 1, unit_cents: null, cost_cents: null, evidence: [], item_label: null };
  const draft = {
    lines: [{ ...line, ...rest }],
    freight: null,
    valid_days: null,
    words: null,
    fitment: null,
  };
  const first = withShorthand(draft, said("m214"));
  expect(first.lines).toMatchObject([{ machine_number: 214 }]);
  expect(withShorthand(first, said("185")).lines).toMatchObject([
    { machine_number: 214, unit_cents: 18_500 },
  ]);
  expect(withShorthand(draft, said("185")).lines[0]).not.toHaveProperty("machine_number");
});

test.each(["185 190", "b c", "185x", "-5", "1.234", "5d 6d", "185 +1e3", "91d", "m0", "m", "pickup pick-up"])(
  "%j is not understood",
  (text) => expect(readShorthand(text)).toBeNull(),
);
