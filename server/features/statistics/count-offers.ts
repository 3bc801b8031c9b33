import { minuteMs } from "#domain/durations.ts";
import type { OfferStatistics } from "#domain/statistics.ts";
import type { Query } from "#server/platform/database/database.ts";

import { medianOf } from "./count-quotes.ts";
import type { Period } from "./count-records.ts";

/** Counts the outcome of vehicles that got their first offer in the period. */
export async function countOffers(db: Query, { begins, ends }: Period, now: Date): Promise<OfferStatistics> {
  const offers = await db
    .selectFrom("offers as first")
    .leftJoin("vehicle_submissions as vehicle", "vehicle.ref_number", "first.ref_number")
    .leftJoin("pick_ups as accepted", (join) =>
      join.onRef("accepted.ref_number", "=", "first.ref_number").on("accepted.state", "<>", "cancelled"),
    )
    .select(["first.queued_at", "vehicle.created_at", "accepted.id as pick_up"])
    .where("first.number", "=", 1)
    .where("first.queued_at", ">=", begins.toISOString())
    .where("first.queued_at", "<", ends.toISOString())
    .where("first.undo_until", "<=", now.toISOString())
    .execute();
  const minutes = offers.flatMap(({ created_at: asked, queued_at: sent }) =>
    asked === null ? [] : (Date.parse(sent) - Date.parse(asked)) / minuteMs,
  );
  return {
    sent: offers.length,
    accepted: offers.filter(({ pick_up: pickUp }) => pickUp !== null).length,
    median_minutes: medianOf(minutes),
  };
}
