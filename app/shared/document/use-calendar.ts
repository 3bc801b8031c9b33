import { useEffect, useState } from "react";

import { siteConfig } from "#app/shared/api/site-config.ts";
import { BusinessCalendar } from "#domain/business-calendar.ts";
import { nzDate } from "#domain/nz-time.ts";

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
