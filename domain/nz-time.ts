const zone = "Pacific/Auckland";

const yearFormat = new Intl.DateTimeFormat("en-NZ", { timeZone: zone, year: "numeric" });

/** The calendar year in New Zealand at the given instant. */
export function nzYear(instant: Date): number {
  return Number(yearFormat.format(instant));
}

/** The newest model year on sale: next year's, since makers announce early (specification section 9). */
export function newestModelYear(instant: Date): number {
  return nzYear(instant) + 1;
}

const dateTimeFormat = new Intl.DateTimeFormat("en-NZ", {
  timeZone: zone,
  dateStyle: "medium",
  timeStyle: "short",
});

/** Date and time of day as New Zealanders write them, for example "21 Nov 2026, 3:05 pm". */
export function formatNzDateTime(instant: Date): string {
  return dateTimeFormat.format(instant);
}

const timeFormat = new Intl.DateTimeFormat("en-NZ", { timeZone: zone, timeStyle: "short" });

/** Time of day as New Zealanders write it, for example "3:05 pm". */
export function formatNzTime(instant: Date): string {
  return timeFormat.format(instant);
}

// Sweden writes its dates and times so that they sort.
const sortableFormat = new Intl.DateTimeFormat("sv-SE", {
  timeZone: zone,
  dateStyle: "short",
  timeStyle: "short",
});

/** Day and time of day in New Zealand in a form that sorts: "2026-11-21" and "15:05". */
export function nzDayAndTime(instant: Date): { day: string; time: string } {
  const [day = "", time = ""] = sortableFormat.format(instant).split(" ");
  return { day, time };
}
