import { expect, test } from "vitest";

import { BusinessCalendar } from "./business-calendar.ts";
import { nzInstant } from "./nz-time.ts";
import { isSnoozed, snoozeChoices, snoozeEnd } from "./snooze.ts";

const calendar = new BusinessCalendar();

test.for([
  ["a Tuesday", "2026-11-17", ["Tomorrow 2026-11-18", "Next week 2026-11-23", "In two weeks 2026-12-01"]],
  ["a Friday", "2026-11-20", ["Next open day 2026-11-23", "In two weeks 2026-12-04"]],
  ["Christmas Eve", "2026-12-24", ["Next open day 2026-12-29", "In two weeks 2027-01-07"]],
] as const)("from %s a record is put off to days on which we are open", ([, today, expected]) => {
  const choices = snoozeChoices(nzInstant(today, "10:00"), calendar);
  expect(choices.map(({ label, date }) => `${label} ${date}`)).toEqual(expected);
});

test("a record comes back when work begins, by New Zealand's clocks, also on a closed day", () => {
  expect(snoozeEnd("2026-11-23", calendar)).toEqual(nzInstant("2026-11-23", "09:00"));
  expect(snoozeEnd("2026-11-22", calendar)).toEqual(nzInstant("2026-11-22", "09:00"));
});

test("a record is awake from the moment it was put off to", () => {
  const until = "2026-11-22T20:00:00.000Z";
  expect(isSnoozed({ snoozed_until: until }, new Date("2026-11-22T19:59:59Z"))).toBe(true);
  expect(isSnoozed({ snoozed_until: until }, new Date(until))).toBe(false);
  expect(isSnoozed({ snoozed_until: null }, new Date())).toBe(false);
});
