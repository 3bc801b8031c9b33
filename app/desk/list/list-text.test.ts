import { expect, test } from "vitest";

import { readView } from "#app/desk/state/desk-view.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission } from "#domain/submission.ts";

import { emptyWords, listWords } from "./list-text.ts";

const counts = { statuses: { new: 70, completed: 30 }, mine: 4, snoozed: 2 };
const kind: Submission = quoteRequest;
const fields = {
  full_name: "Aroha Ngata",
  phone: "1",
  email: "aroha@example.co.nz",
  make: "Honda",
  model: "TRX420FM",
  year: 2015,
  part_needed: "Front diff",
  delivery_address: "1 Road",
};
const row = { ...fields, id: "1", ref_number: "QK-222222-2222", status: "new", created_at: "" };
const [record] = recordListParser(kind)([row]);

const viewOf = (address: string) => readView(new URLSearchParams(address), (search) => search);

function words(search: string, shown: number, hasMore: boolean, total: number | null = null): string {
  const records = Array.from({ length: shown }, () => record!);
  return listWords(viewOf(search), { records, hasMore, total }, counts);
}

test("the line over a list says how much of it is shown, and in which order", () => {
  expect(words("", 50, true, 60)).toBe("Showing 50 of 60, newest first");
  expect(words("show=new", 50, true)).toBe("Showing 50 of 70, newest first");
  expect(words("show=mine", 3, false)).toBe("Showing 3 of 3, newest first");
  expect(words("sort=due", 50, true)).toBe("Showing 50, due first");
  expect(words("search=honda", 50, true)).toBe("More than 50 matches: showing 50, newest first");
  expect(words("search=honda", 1, false)).toBe("1 match");
  expect(words("", 0, false, 0)).toBe("");
});

test.for([
  ["", "No quote requests yet"],
  ["show=snoozed", "Nothing here is snoozed"],
  ["show=mine", "Nothing is waiting for you"],
  ["sort=due", "Nothing is due"],
  ["show=new&search= zz ", "No match for “zz”"],
] as const)("an empty list of %j says why", ([search, expected]) => {
  expect(emptyWords(quoteRequest, viewOf(search))).toBe(expected);
});
