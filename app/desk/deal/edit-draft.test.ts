import { expect, test } from "vitest";

import type { QuoteDraft } from "#domain/deals/quote.ts";

import { changedLine, emptyLine, withAlternative, withLine, withTemplate } from "./edit-draft.ts";

const line = { ...emptyLine, id: "l1", text: "Front diff", unit_cents: 18_500, item_label: "S-12" };
const draft: QuoteDraft = { lines: [line], freight: null, valid_days: 7, words: null, fitment: null };
const withOption = (before: QuoteDraft) => withLine(before, { kind: "option" });

test("an alternative excludes the line before it: both are in one group, and the new one has no price and no part of the shelf", () => {
  const { lines } = withAlternative(withAlternative(draft));
  expect(
    lines.map(({ id, kind, group, unit_cents, item_label }) => [id, kind, group, unit_cents, item_label]),
  ).toEqual([
    ["l1", "choice", "a", 18_500, "S-12"],
    ["l2", "choice", "a", null, null],
    ["l3", "choice", "a", null, null],
  ]);
});

test("nothing is said of an added part that was said of another: what it comes off, its grade, its evidence", () => {
  const said = { machine: "2014 Honda TRX420FM", grade: "A" as const, evidence: ["Oil: clean"] };
  const told = { ...draft, lines: [{ ...line, ...said }] };
  const template = { title: "", text: "Seal kit", grade: null, unit_cents: null, evidence: [] };
  for (const added of [withAlternative(told), withOption(told), withTemplate(told, template)])
    expect(added.lines.at(-1)).toMatchObject({ machine: null, grade: null, evidence: [] });
});

test("an alternative to a line after other alternatives has a group of its own", () => {
  const { lines } = withAlternative(changedLine(withOption(withAlternative(draft)), "l3", { kind: "fixed" }));
  expect(lines.map(({ group }) => group)).toEqual(["a", "a", "b", "b"]);
});

test("a line that is no alternative any more has no group", () => {
  const { lines } = changedLine(withAlternative(draft), "l2", { kind: "fixed" });
  expect(lines.map(({ group }) => group)).toEqual(["a", null]);
});

test("a template fills an empty line, and else becomes a line of its own", () => {
  const template = {
    title: "Diff, tested",
    text: "Diff",
    grade: "B" as const,
    unit_cents: null,
    evidence: ["Oil: clean"],
  };
  expect(withTemplate(draft, template).lines.map(({ text }) => text)).toEqual(["Front diff", "Diff"]);
  expect(withTemplate(withOption(draft), template).lines).toMatchObject([
    { text: "Front diff" },
    { text: "Diff", kind: "option", grade: "B", evidence: ["Oil: clean"] },
  ]);
});
