import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays, type CalendarDate } from "#domain/calendar-date.ts";
import {
  exampleFacts,
  type Firm,
  firm,
  firmOf,
  openSpans,
  type PublicFacts,
  type Weekday,
  weekdays,
} from "#domain/firm.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

import { dayNames } from "./day-names.ts";

/** Facts that built pages leave room for: the server fills in what they are now. */
const texts = [
  "trading_name",
  "legal_name",
  "gst_number",
  "phone",
  "phone_number",
  "email",
  "street",
  "town",
  "postcode",
  "region",
  "hours_text",
  /** Hours from Monday to Sunday: "09:00-17:00" or nothing, with commas between. */
  "week_hours",
  /** Holidays and other closed days ahead: "2026-12-25 2026-12-28". */
  "closed_days",
  /** "Closed from 24 December to 4 January: Summer break."; empty unless it is near. */
  "closed_note",
] as const;
type PageText = (typeof texts)[number];

/** In place of a string in JSON, an object is filled in. */
type PageObject = "opening_hours" | "public_facts";

export interface PageFacts {
  readonly texts: Readonly<Record<PageText, string>>;
  readonly objects: Readonly<Record<PageObject, unknown>>;
}

/** Stands in built pages for a fact, so that one build serves any firm. */
export function factMarker(name: PageText | PageObject): string {
  return `{{firm.${name}}}`;
}

/** A firm whose facts are markers: what a build renders. */
export function markedFirm(): Firm {
  return {
    ...firmOf(exampleFacts),
    ...Object.fromEntries(texts.map((name) => [name, factMarker(name)])),
  };
}

/** Longer than a server runs without a restart. */
const daysAhead = 400;

export function pageFacts(calendar: BusinessCalendar, now: Date): PageFacts {
  const today = nzDate(now);
  return {
    texts: {
      ...firm,
      week_hours: weekdays.map((day) => hoursOf(day)).join(","),
      closed_days: calendar.closedDays(today, daysAhead).join(" "),
      closed_note: closedNote(calendar, today),
    },
    objects: { opening_hours: openingHours(), public_facts: publicFacts() },
  };
}

function hoursOf(day: Weekday): string {
  const open = firm.hours[day];
  return open === null ? "" : `${open.from}-${open.to}`;
}

/** What scripts of pages know of the firm, and `/config.json` says. */
export function publicFacts(): PublicFacts {
  const { trading_name, legal_name, gst_number, phone, email, street, town, postcode, region, hours } = firm;
  const { closures } = firm;
  return {
    trading_name,
    legal_name,
    gst_number,
    phone,
    email,
    street,
    town,
    postcode,
    region,
    hours,
    closures,
  };
}

const noticeDays = 14;

/** Says that we are closed, or soon will be, where the hours are. */
function closedNote(calendar: BusinessCalendar, today: CalendarDate): string {
  const near = firm.closures
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
    .find(({ from, to }) => today <= to && from <= addDays(today, noticeDays));
  if (near === undefined) return "";
  const { from, to, words } = near;
  if (from <= today)
    return `Closed until ${formatDay(nzDate(calendar.firstOpenFrom(addDays(to, 1)).opens))}: ${words}.`;
  return from === to
    ? `Closed on ${formatDay(from)}: ${words}.`
    : `Closed from ${formatDay(from)} to ${formatDay(to)}: ${words}.`;
}

/** For search engines (schema.org). */
function openingHours(): object[] {
  return openSpans(firm.hours).map(({ days, from, to }) => ({
    "@type": "OpeningHoursSpecification",
    dayOfWeek: days.map((day) => dayNames[day]),
    opens: from,
    closes: to,
  }));
}
