import { minuteMs } from "#domain/durations.ts";

/** Shows the call button of the header while we are open, in whatever time zone the phone is. */
export function showCallButton(): void {
  const button = document.querySelector<HTMLElement>("[data-call]");
  if (button === null) return;
  const { hours = "", closed = "" } = button.dataset;
  const update = () => button.classList.toggle("invisible", !isOpen({ hours, closed }, new Date()));
  update();
  setInterval(update, minuteMs);
  // A page that was in the background, or in the back/forward cache, can be hours old.
  addEventListener("visibilitychange", update);
  addEventListener("pageshow", update);
}

interface OpenTimes {
  /** From Monday to Sunday: "09:00-17:00" or nothing, with commas between. */
  readonly hours: string;
  /** Holidays and other closed days: "2026-12-25 2026-12-28". */
  readonly closed: string;
}

export function isOpen({ hours, closed }: OpenTimes, now: Date): boolean {
  const [date = "", time = ""] = now.toLocaleString("sv-SE", { timeZone: "Pacific/Auckland" }).split(" ");
  const weekday = (new Date(date).getUTCDay() + 6) % 7;
  const [opens = "", closes = ""] = hours.split(",")[weekday]?.split("-") ?? [];
  return time >= opens && time < closes && !closed.includes(date);
}
