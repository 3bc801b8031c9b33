/** In milliseconds. A day of the calendar has 23 or 25 hours when the clocks change: see `addDays`. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
