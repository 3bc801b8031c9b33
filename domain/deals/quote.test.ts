import { expect, test } from "vitest";

import { missingInDraft } from "./draft-checks.ts";
import { lowestTotal, type QuoteLine, selectedLines, totalOf } from "./quote.ts";

const line = (changes: Partial<QuoteLine> & Pick<QuoteLine, "id">): QuoteLine => ({
  kind: "fixed",
  group: null,
  text: "Front diff",
  machine: null,
  grade: null,
  quantity: 1,
  unit_cents: 10_000,
  evidence: [],
  item_label: null,
  ...changes,
});

const lines = [
  line({ id: "f", quantity: 2 }),
  line({ id: "a", kind: "choice", group: "g", unit_cents: 5000 }),
  line({ id: "b", kind: "choice", group: "g", unit_cents: 4000 }),
  line({ id: "o", kind: "option", unit_cents: 700 }),
];
const quote = { lines, freight: { cents: 1500 } };

test("the total is the fixed lines, the chosen alternative, the ticked options and the freight", () => {
  const taken = selectedLines(lines, { choices: { g: "a" }, options: ["o"] });
  expect(taken?.map(({ id }) => id)).toEqual(["f", "a", "o"]);
  expect(totalOf(quote, taken ?? [])).toBe(20_000 + 5000 + 700 + 1500);
  expect(lowestTotal(quote)).toBe(20_000 + 4000 + 1500);
});

test.each([
  ["no alternative", { choices: {}, options: [] }],
  ["an alternative of another group", { choices: { g: "f" }, options: [] }],
  ["a group that does not exist", { choices: { g: "a", h: "b" }, options: [] }],
  ["a fixed line as an option", { choices: { g: "a" }, options: ["f"] }],
  ["an option twice", { choices: { g: "a" }, options: ["o", "o"] }],
  ["a name of Object's prototype", { choices: { g: "a", constructor: "a" }, options: [] }],
])("a selection with %s is impossible", (_, selection) => expect(selectedLines(lines, selection)).toBeNull());

test("a draft says what it lacks, by the name of its line", () => {
  const draft = { lines: [{ ...line({ id: "f" }), unit_cents: null, cost_cents: null }], words: null };
  const rest = { freight: null, valid_days: 7, fitment: null };
  expect(missingInDraft({ ...draft, ...rest })).toBe("Front diff: the price is missing");
  expect(missingInDraft({ ...draft, ...rest, lines: [] })).toBe("The quote has no lines yet");
});

test("a draft with nothing to buy or nothing to pay cannot be sent", () => {
  const draft = (kind: "fixed" | "option", cents: number) => ({
    lines: [{ ...line({ id: "f", kind, unit_cents: cents }), cost_cents: null }],
    freight: { service: null, zone: null, rural: false, cents: 0, words: null },
    valid_days: 7,
    words: null,
    fitment: null,
  });
  expect(missingInDraft(draft("option", 100))).toMatch(/^Every line is an option/);
  expect(missingInDraft(draft("fixed", 0))).toMatch(/^The total can be \$0\.00/);
  expect(missingInDraft(draft("fixed", 100))).toBeNull();
});
