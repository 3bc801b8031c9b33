import { expect, test } from "vitest";

import { BusinessCalendar } from "#domain/business-calendar.ts";

import { holdOn, holdUntil } from "./hold.ts";

/** Counted by another program from the national holidays of the date-holidays library, without regional ones. */
test.for([
  ["2026-01-02", "2026-01-29"],
  ["2026-01-15", "2026-01-29"],
  ["2026-01-16", "2026-01-30"],
  ["2026-01-19", "2026-02-02"],
  ["2026-01-23", "2026-02-09"],
  ["2026-01-30", "2026-02-16"],
  ["2026-02-05", "2026-02-20"],
  ["2026-02-28", "2026-03-14"],
  ["2026-03-20", "2026-04-07"],
  ["2026-03-27", "2026-04-14"],
  ["2026-04-02", "2026-04-20"],
  ["2026-04-06", "2026-04-20"],
  ["2026-04-17", "2026-05-04"],
  ["2026-04-24", "2026-05-11"],
  ["2026-05-22", "2026-06-08"],
  ["2026-06-01", "2026-06-15"],
  ["2026-06-26", "2026-07-13"],
  ["2026-07-03", "2026-07-20"],
  ["2026-07-10", "2026-07-24"],
  ["2026-07-11", "2026-07-25"],
  ["2026-08-03", "2026-08-17"],
  ["2026-08-08", "2026-08-22"],
  ["2026-09-27", "2026-10-11"],
  ["2026-10-12", "2026-10-27"],
  ["2026-10-23", "2026-11-09"],
  ["2026-10-26", "2026-11-09"],
  ["2026-11-27", "2026-12-11"],
  ["2026-12-04", "2026-12-18"],
  ["2026-12-10", "2026-12-24"],
  ["2026-12-11", "2027-01-18"],
  ["2026-12-17", "2027-01-22"],
  ["2026-12-24", "2027-01-29"],
  ["2026-12-31", "2027-01-29"],
  ["2027-01-14", "2027-01-29"],
  ["2027-01-22", "2027-02-05"],
  ["2027-02-06", "2027-02-22"],
  ["2027-04-23", "2027-05-10"],
  ["2028-02-29", "2028-03-14"],
  ["2028-12-20", "2029-01-25"],
  ["2032-06-25", "2032-07-12"],
])("a machine bought on %s is on hold to the end of %s", ([boughtOn, last]) => {
  expect(holdUntil(boughtOn!)).toBe(last);
});

const calendar = new BusinessCalendar([{ from: "2026-12-21", to: "2027-01-08", words: "Christmas" }]);
const off = (...numbers: number[]) => numbers.map((number) => ({ machine_number: number }));
const machines = [
  { number: 1, hold_until: "2026-12-11" },
  { number: 2, hold_until: "2026-12-13" },
  { number: 3, hold_until: "2026-12-20" },
];

test("parts leave on the first business day after the hold, of several machines after the longest one", () => {
  const now = new Date("2026-11-30T01:00:00Z");
  const sentence = "Leaves from Monday 14 December: until then the law has us hold the machine it comes off.";
  for (const lines of [off(1), off(2), off(1, 2), [...off(2), {}]])
    expect(holdOn({ lines, machines }, now, calendar)).toEqual({ from: "2026-12-14", sentence });
  expect(holdOn({ lines: off(1, 3), machines }, now, calendar)?.sentence).toMatch(
    /^Leaves from Monday 11 January 2027: /,
  );
});

test("a hold that has ended, and one of a machine that nothing comes off, say nothing", () => {
  const last = (time: string) => holdOn({ lines: off(1), machines }, new Date(time), calendar);
  expect(last("2026-12-11T10:59:00Z")).not.toBeNull();
  expect(last("2026-12-11T11:00:00Z")).toBeNull();
  expect(holdOn({ lines: [{}], machines }, new Date("2026-12-01T00:00:00Z"), calendar)).toBeNull();
});
