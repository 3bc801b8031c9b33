/** In milliseconds. A day of the calendar has 23 or 25 hours when the clocks change: see `addDays`. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Returns null for an instant ahead of the clock, from before it was set back. Instances differ by less than an hour. */
export function pastInstant(text: string | null, now: Date): Date | null {
  const instant = text === null ? null : new Date(text);
  return instant !== null && instant.getTime() <= now.getTime() + hourMs ? instant : null;
}
