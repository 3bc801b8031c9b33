import { expect, test } from "vitest";

import { listFilters, stepFilters } from "#app/desk/api/list-view.ts";
import { readView } from "#app/desk/state/desk-view.ts";
import { BusinessCalendar } from "#domain/business-calendar.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { recordListParser } from "#domain/record-schema.ts";
import type { Submission } from "#domain/submission.ts";
import { quoteExample } from "#tests/quote-example.ts";

import { dueGroups, emptyHint, emptyText, listStatus } from "./list-text.ts";

const counts = { statuses: { new: 70, completed: 30 }, mine: 4, snoozed: 2, due: 60, mail_problems: 0 };
const form: Submission = quoteRequest;
const row = { ...quoteExample, id: "1", ref_number: "QK-222222-2222", status: "new", created_at: "" };
const [record] = recordListParser(form)([row]);

const viewOf = (address: string) => readView(new URLSearchParams(address), (search) => search);

function statusOf(search: string, shown: number, hasMore: boolean): string {
  const records = Array.from({ length: shown }, () => record!);
  return listStatus(viewOf(search), { records, hasMore }, counts);
}

test("the status of a list says how much of it is shown, and in which order", () => {
  expect(statusOf("", 50, true)).toBe("Showing 50 of 100, newest first");
  expect(statusOf("show=new", 50, true)).toBe("Showing 50 of 70, newest first");
  expect(statusOf("show=mine", 3, false)).toBe("Showing 3 of 3, newest first");
  expect(statusOf("sort=due", 50, true)).toBe("Showing 50 of 60, due first");
  expect(statusOf("search=honda", 50, true)).toBe("More than 50 matches: showing 50, newest first");
  expect(statusOf("search=honda", 1, false)).toBe("1 match");
  expect(statusOf("", 0, false)).toBe("");
});

test.for([
  ["", "No quote requests yet"],
  ["show=snoozed", "No snoozed quote requests"],
  ["show=mine", "Nothing is waiting for you"],
  ["sort=due", "Nothing is due"],
  ["show=new&search= zz ", "No match for “zz”"],
] as const)("an empty list for %j says why", ([search, expected]) => {
  expect(emptyText(quoteRequest, viewOf(search))).toBe(expected);
});

test.for([...listFilters, ...stepFilters])("the empty list %s says what to do next", (filter) => {
  const hint = emptyHint(quoteRequest, viewOf(`show=${filter}`));
  expect(hint).toMatch(/appears? here|Open an? /);
});

test("what is due after we closed is listed under today, not later", () => {
  // Came on Friday at 3 pm, is due on Saturday at 3 pm; we closed on Friday at 5 pm.
  const times = ["2026-11-20T02:00:00.000Z", "2026-11-20T21:00:00.000Z"];
  const records = times.map((time) => Object.assign({}, record, { created_at: time }));
  const saturday = new Date("2026-11-20T22:00:00.000Z");
  const groups = dueGroups({ ...form, replyRule: "24-hours" }, records, saturday, new BusinessCalendar());
  expect(groups.map(({ label }) => label)).toEqual(["Today", "Next day, Monday 23 November"]);
});
