import type { FastifyInstance } from "fastify";

import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { addDays } from "#domain/calendar-date.ts";
import { deskCalls } from "#domain/desk-wire.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { submissions } from "#domain/forms/submissions.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { nzDate, nzInstant } from "#domain/nz-time.ts";
import { type ProvenClaim, type Statistics, statisticsMondays } from "#domain/statistics.ts";
import type { Submission } from "#domain/submission.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

import { countOffers } from "./count-offers.ts";
import { countDeliveries, countReturns } from "./count-promises.ts";
import { quoteCounter } from "./count-quotes.ts";
import {
  countOpen,
  countPeople,
  countPeriod,
  countTraits,
  countWanted,
  type Period,
} from "./count-records.ts";

export function statisticsRoute(server: FastifyInstance, services: Services): void {
  const { database, calendar, now } = services;
  server.get(
    deskCalls.statistics.path,
    forStaff(services, () => readStatistics(database, calendar, now())),
  );
}

/** Counts today and the last weeks, by New Zealand days. */
async function readStatistics(
  database: Database,
  calendar: BusinessCalendar,
  now: Date,
): Promise<Statistics> {
  const db = database.longReads;
  const date = nzDate(now);
  const mondays = statisticsMondays(now);
  const total = periodOf(mondays[0] ?? date, 7 * mondays.length);
  const inEach = async <Counts>(count: (period: Period) => Promise<Counts>) => ({
    today: await count(periodOf(date, 1)),
    weeks: await Promise.all(mondays.map((monday) => count(periodOf(monday, 7)))),
    total: await count(total),
  });
  const counted = submissions.map(async (kind) => ({
    table: kind.table,
    ...(await inEach((period) => countPeriod(db, kind, period, now))),
  }));
  const kinds = await Promise.all(counted);
  const inTime = ({ table }: Submission): ProvenClaim => {
    const { in_time: kept = 0, late = 0 } = kinds.find((kind) => kind.table === table)?.total ?? {};
    return { kept, cases: kept + late };
  };
  return {
    date,
    mondays,
    kinds,
    quotes: await inEach(await quoteCounter(db, calendar, total, now)),
    offers: await countOffers(db, total, now),
    makes: await countTraits(database, "makes", total.begins, now),
    parts: await countTraits(database, "parts", total.begins, now),
    open: await Promise.all(submissions.map((submission) => countOpen(db, submission, now))),
    people: await countPeople(db, total.begins),
    wanted: await countWanted(database, total.begins),
    promises: {
      answered: inTime(quoteRequest),
      offered: inTime(vehicleSubmission),
      delivered: await countDeliveries(db, calendar, total, now),
      ...(await countReturns(db, total)),
    },
  };
}

function periodOf(first: string, days: number): Period {
  return { begins: nzInstant(first, "00:00"), ends: nzInstant(addDays(first, days), "00:00") };
}
