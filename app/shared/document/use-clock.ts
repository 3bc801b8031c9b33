import { useEffect, useState } from "react";

import { siteConfig } from "#app/shared/api/site-config.ts";
import { BusinessCalendar } from "#domain/business-calendar.ts";
import { minuteMs } from "#domain/durations.ts";
import { nzDate } from "#domain/nz-time.ts";

/** The current time, updated every minute and when the tab becomes visible. */
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

/** The business calendar. Null until the closures are loaded, and during hydration. */
export function useCalendar(): BusinessCalendar | null {
  const [calendar, setCalendar] = useState(known);
  useEffect(() => {
    loadCalendar().then(setCalendar, () => {});
  }, []);
  return calendar;
}

async function loadCalendar(): Promise<BusinessCalendar> {
  const [{ sameDayUntil }] = await Promise.all([siteConfig(), makeFormatter()]);
  known ??= new BusinessCalendar(null, sameDayUntil);
  return known;
}

/** Creates the first date formatter, which is slow on weak phones, in its own task while the response is loading. */
async function makeFormatter(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  nzDate(new Date());
}
