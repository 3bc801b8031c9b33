import { useEffect, useState } from "react";

import { siteConfig } from "#app/shared/api/site-config.ts";
import { BusinessCalendar } from "#domain/business-calendar.ts";
import { nzDate } from "#domain/nz-time.ts";

const minuteMs = 60_000;

/** The current time, renewed as each minute begins and when the visitor comes back to the tab. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const untilNextMinute = () => setTimeout(renew, minuteMs - (Date.now() % minuteMs));
    const renew = () => {
      clearTimeout(timer);
      timer = untilNextMinute();
      setNow(new Date());
    };
    let timer = untilNextMinute();
    const renewIfSeen = () => {
      if (document.visibilityState === "visible") renew();
    };
    document.addEventListener("visibilitychange", renewIfSeen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", renewIfSeen);
    };
  }, []);
  return now;
}

let known: BusinessCalendar | null = null;

/** The calendar of promises. Null until it is known on which days the owner has closed, and while a page is hydrated. */
export function useCalendar(): BusinessCalendar | null {
  const [calendar, setCalendar] = useState(known);
  useEffect(() => {
    loadCalendar().then(setCalendar, () => {});
  }, []);
  return calendar;
}

async function loadCalendar(): Promise<BusinessCalendar> {
  const [{ closures }] = await Promise.all([siteConfig(), makeFormatter()]);
  known ??= new BusinessCalendar(closures);
  return known;
}

/** What the calendar's first date costs a weak phone is paid in a task of its own, while the answer is on its way. */
async function makeFormatter(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  nzDate(new Date());
}
