import { expect, test } from "vitest";

import { BusinessCalendar } from "#domain/business-calendar.ts";

import { dueGroups } from "./due-groups.ts";

test("what is due after we closed is listed under today, not later", () => {
  // Came on Friday at 3 pm, is due on Saturday at 3 pm; we closed on Friday at 5 pm.
  const records = [{ created_at: "2026-11-20T02:00:00.000Z" }, { created_at: "2026-11-20T21:00:00.000Z" }];
  const saturday = new Date("2026-11-20T22:00:00.000Z");
  const groups = dueGroups({ replyRule: "24-hours" }, records, saturday, new BusinessCalendar());
  expect(groups.map(({ label }) => label)).toEqual(["Today", "Next day, Monday 23 November"]);
});
