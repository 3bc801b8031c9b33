import { dayMs, hourMs, minuteMs } from "./durations.ts";

/** Returns how long ago `from` was: "just now", "12 min ago", "3 h ago", "5 days ago". */
export function recordAge(from: Date, now: Date): string {
  const passed = now.getTime() - from.getTime();
  if (passed < minuteMs) return "just now";
  if (passed < hourMs) return `${Math.floor(passed / minuteMs)} min ago`;
  if (passed < dayMs) return `${Math.floor(passed / hourMs)} h ago`;
  const days = Math.floor(passed / dayMs);
  return days === 1 ? "1 day ago" : `${days} days ago`;
}
