const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns how long ago `from` was: "just now", "12 min ago", "3 h ago", "5 days ago". */
export function recordAge(from: Date, now: Date): string {
  const passed = now.getTime() - from.getTime();
  if (passed < minute) return "just now";
  if (passed < hour) return `${Math.floor(passed / minute)} min ago`;
  if (passed < day) return `${Math.floor(passed / hour)} h ago`;
  const days = Math.floor(passed / day);
  return days === 1 ? "1 day ago" : `${days} days ago`;
}
