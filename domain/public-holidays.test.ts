import Holidays from "date-holidays";
import { expect, test } from "vitest";

import { dayOfWeek } from "./calendar-date.ts";
import type { Region } from "./firm-choices.ts";
import { publicHolidays } from "./public-holidays.ts";

/** By the library's code. It puts Otago's day of 2035, which falls on Easter Monday, a week later instead of on the Tuesday. */
const provinces: readonly (readonly [code: string, region: Region, lastYear?: number])[] = [
  ["NTL", "Northland"],
  ["AUK", "Auckland"],
  ["WKO", "Waikato"],
  ["BOP", "Bay of Plenty"],
  ["GIS", "Gisborne"],
  ["HKB", "Hawke's Bay"],
  ["TKI", "Taranaki"],
  ["MWT", "Manawatū-Whanganui"],
  ["WGN", "Wellington"],
  ["TAS", "Tasman"],
  ["NSN", "Nelson"],
  ["MBH", "Marlborough"],
  ["WTC", "West Coast"],
  ["CAN", "Canterbury"],
  ["OTA", "Otago", 2034],
  ["STL", "Southland"],
  ["CIT", "Chatham Islands"],
];

test.for(provinces)(
  "from 2024 to 2040 the holidays of %s are those that the date-holidays library lists",
  ([code, region, lastYear = 2040]) => {
    const library = new Holidays("NZ", code);
    for (let year = 2024; year <= lastYear; year += 1) {
      const theirs = library.getHolidays(year).filter(({ type }) => type === "public");
      const dates = new Set(theirs.map(({ date }) => date.slice(0, 10)));
      expect([...publicHolidays(year, region).keys()].toSorted()).toEqual([...dates].toSorted());
    }
  },
);

test("South Canterbury keeps the fourth Monday of September", () => {
  expect(publicHolidays(2026, "South Canterbury").get("2026-09-28")).toBe("South Canterbury Anniversary Day");
});

/** From the government's published lists. */
test.for<[year: number, onWeekdays: string]>([
  [
    2026,
    "01-01 01-02 01-26 02-06 04-03 04-06 04-27 06-01 07-10 10-26 12-25 12-28", // ANZAC Sat, Boxing Sat
  ],
  [2027, "01-01 01-04 02-01 02-08 03-26 03-29 04-26 06-07 06-25 10-25 12-27 12-28"],
  [2028, "01-03 01-04 01-31 02-07 04-14 04-17 04-25 06-05 07-14 10-23 12-25 12-26"],
])("in %i the holidays on weekdays are %s", ([year, expected]) => {
  const dates = [...publicHolidays(year).keys()].filter((date) => dayOfWeek(date) < 5);
  expect(dates.map((date) => date.slice(5)).toSorted()).toEqual(expected.split(" "));
});

test.for<[year: number, sunday: string]>([
  [2008, "03-23"],
  [2011, "04-24"],
  [2019, "04-21"],
  [2024, "03-31"],
  [2026, "04-05"],
  [2027, "03-28"],
  [2038, "04-25"],
  [2049, "04-18"],
])("Easter Monday of %i follows Sunday %s", ([year, sunday]) => {
  const monday = [...publicHolidays(year)].find(([, name]) => name.startsWith("Easter Monday"))?.[0];
  expect(monday).toBe(new Date(Date.parse(`${year}-${sunday}`) + 86_400_000).toISOString().slice(0, 10));
});

test("two holidays on one day are both named", () => {
  expect(publicHolidays(2011).get("2011-04-25")).toBe("Easter Monday and ANZAC Day");
  expect(publicHolidays(2038).get("2038-04-26")).toBe("Easter Monday and ANZAC Day (observed)");
});

test("Matariki is a Friday of June or July in every year of its law", () => {
  for (let year = 2022; year <= 2052; year += 1) {
    const [date = ""] = [...publicHolidays(year)].find(([, name]) => name === "Matariki") ?? [];
    expect([dayOfWeek(date), date.slice(5, 7)]).toEqual([4, expect.stringMatching(/0[67]/)]);
  }
});
