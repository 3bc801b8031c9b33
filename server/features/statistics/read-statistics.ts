import type { FastifyInstance } from "fastify";

import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays } from "#domain/calendar-date.ts";
import { deskEndpoints } from "#domain/desk-wire.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { nzDate, nzInstant } from "#domain/nz-time.ts";
import { statisticsMondays, type Statistics } from "#domain/statistics.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

import { countOpen } from "./count-open.ts";
import { countPeople } from "./count-people.ts";
import { countParts, countPeriod, type Period } from "./count-period.ts";
import { quoteCounter } from "./count-quotes.ts";
import { countTraits, countWanted } from "./count-traits.ts";

/** Counts today and the last weeks, by New Zealand days. */
async function readStatistics(
  database: Pick<Database, "longReads" | "engine">,
  calendar: BusinessCalendar,
  now: Date,
): Promise<Statistics> {
  const db = database.longReads;
  const date = nzDate(now);
  const mondays = statisticsMondays(now);
  const today = periodOf(date, 1);
  const total = periodOf(mondays[0] ?? date, 7 * mondays.length);
  const quotesIn = await quoteCounter(db, calendar, total, now);
  const weeks = mondays.map((monday) => periodOf(monday, 7));
  const kinds = submissions.map(async (kind) => {
    const counted = await countParts(db, kind, { parts: weeks, whole: total }, now);
    return {
      table: kind.table,
      today: await countPeriod(db, kind, today, now),
      weeks: counted.each,
      total: counted.total,
    };
  });
  return {
    date,
    mondays,
    kinds: await Promise.all(kinds),
    quotes: {
      today: quotesIn(today),
      weeks: weeks.map(quotesIn),
      total: quotesIn(total),
    },
    makes: await countTraits(database, "makes", total.begins, now),
    parts: await countTraits(database, "parts", total.begins, now),
    open: await Promise.all(submissions.map((submission) => countOpen(db, submission, now))),
    people: await countPeople(db, total.begins),
    wanted: await countWanted(database, total.begins),
  };
}

function periodOf(first: string, days: number): Period {
  return { begins: nzInstant(first, "00:00"), ends: nzInstant(addDays(first, days), "00:00") };
}

export function statisticsRoute(server: FastifyInstance, services: Services): void {
  const { database, calendar, now } = services;
  server.get(
    deskEndpoints.statistics,
    forStaff(services, () => readStatistics(database, calendar, now())),
  );
}
