import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { statesWhere } from "#domain/deals/order.ts";
import { fewestCases, type QuoteStatistics } from "#domain/statistics.ts";
import type { Query } from "#server/platform/database/database.ts";

import type { Period } from "./count-records.ts";

const countedStates = statesWhere(({ money }) => money === "due");

/** The first quote of a request, and what came of it. */
interface FirstQuote {
  readonly ref_number: string;
  readonly queued_at: string;
  readonly created_at: string | null; // Unset if the request was removed.
  readonly total_cents: number | null; // The total of its order.
}

/** Returns a function that counts the requests first quoted in a period, and what has come of them. */
export async function quoteCounter(
  db: Query,
  calendar: BusinessCalendar,
  { begins, ends }: Period,
  now: Date,
): Promise<(period: Period) => Promise<QuoteStatistics>> {
  const quotes = await db
    .selectFrom("quote_versions as version")
    .leftJoin("quote_requests as request", "request.ref_number", "version.ref_number")
    .leftJoin("orders as placed", (join) =>
      join.onRef("placed.ref_number", "=", "version.ref_number").on("placed.state", "in", countedStates),
    )
    .select(["version.ref_number", "version.queued_at", "request.created_at", "placed.total_cents"])
    .where("version.queued_at", ">=", begins.toISOString())
    .where("version.queued_at", "<", ends.toISOString())
    .where("version.undo_until", "<=", now.toISOString())
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("quote_versions as earlier")
            .select("earlier.number")
            .whereRef("earlier.ref_number", "=", "version.ref_number")
            .whereRef("earlier.number", "<", "version.number"),
        ),
      ),
    )
    .execute();
  return async (period) => {
    const [first, end] = [period.begins.toISOString(), period.ends.toISOString()];
    return summaryOf(
      quotes.filter(({ queued_at: at }) => at >= first && at < end),
      calendar,
    );
  };
}

function summaryOf(quotes: readonly FirstQuote[], calendar: BusinessCalendar): QuoteStatistics {
  const approved = quotes.flatMap(({ total_cents: cents }) => cents ?? []);
  const minutes = quotes.flatMap(({ created_at: asked, queued_at: sent }) =>
    asked === null ? [] : calendar.openMinutesBetween(new Date(asked), new Date(sent)),
  );
  return {
    sent: quotes.length,
    approved: approved.length,
    median_minutes: medianOf(minutes),
    value_cents: approved.reduce((sum, cents) => sum + cents, 0),
  };
}

/** The middle one, or the mean of the middle two; null of too few. */
export function medianOf(minutes: readonly number[]): number | null {
  if (minutes.length < fewestCases) return null;
  const sorted = minutes.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}
