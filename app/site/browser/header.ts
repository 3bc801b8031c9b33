import { minuteMs } from "#domain/durations.ts";

/** Closes the menus of the header on Escape, on a press or focus outside them, and when the page is left. */
export function closeMenus(): void {
  const header = document.querySelector("[data-menus]");
  if (header === null) return;
  const closeAll = () => {
    for (const menu of header.querySelectorAll("details")) menu.open = false;
  };
  const closeFromOutside = ({ target }: Event) => {
    if (target instanceof Node && !header.contains(target)) closeAll();
  };
  document.addEventListener("pointerdown", closeFromOutside);
  // Otherwise the open menu would cover what gets the focus next (WCAG 2.4.11).
  document.addEventListener("focusin", closeFromOutside);
  document.addEventListener("keydown", ({ key }) => {
    const open = document.activeElement?.closest("details[open]") ?? null;
    if (key !== "Escape" || open === null || !header.contains(open)) return;
    closeAll();
    buttonOf(open)?.focus();
  });
  // The back/forward cache restores a page as it was left.
  addEventListener("pagehide", closeAll);
}

/** The button of a menu or, if a closed menu around it hides that, of the outer one. */
function buttonOf(menu: Element): HTMLElement | null {
  const button = menu.querySelector("summary");
  const around = menu.parentElement?.closest("details") ?? null;
  return around === null || button?.checkVisibility() === true ? button : buttonOf(around);
}

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
  /** Hours from Monday to Sunday: "09:00-17:00" or nothing, with commas between. */
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
