import type * as v from "valibot";

import { isCalendarDate } from "#domain/calendar-date.ts";
import { pickUpChanges, type PickUpState } from "#domain/deals/sale-states.ts";
import type { saleRequests } from "#domain/deals/sale-wire.ts";
import { nzInstant } from "#domain/nz-time.ts";
import { type ByStaff, type CallOutcome, done, refused } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { stopMailsOf, stopped } from "#server/services/mail/outbox-table.ts";

import { changeSale } from "./change-sale.ts";
import type { PickUp } from "./read-sale.ts";
import { activePickUp } from "./sale-state.ts";

type PickUpCall = Omit<v.InferOutput<typeof saleRequests.pickUp>, "ref"> &
  ByStaff & { readonly reference: string };
type Changes = Partial<Pick<PickUp, "from_at" | "until_at">> & { readonly state: PickUpState };

const timePassed: Refusal = { status: 422, message: "when: that moment has passed: give one to come" };

/** Notes what became of a pick-up. `missed` with `when` arranges another time, as long as the one before. */
export function changePickUp(
  context: DealContext,
  { change, when, ...by }: PickUpCall,
): Promise<CallOutcome | null> {
  return changeSale<CallOutcome>(context, by, async ({ tx, sale, at }) => {
    const pickUp = activePickUp(sale);
    if (pickUp === null) return refused("There is no pick-up: no offer is accepted");
    const changes = changesOf(pickUp, change, when);
    if (typeof changes === "string") return refused(changes);
    if (changes.from_at !== undefined && new Date(changes.from_at) <= at) return refused(timePassed);
    await update(tx, pickUp, changes, at);
    // Its mail names a time or a deal that no longer holds.
    if (changes.state !== "done")
      await stopMailsOf(tx, sale.reference, { kinds: ["pick-up"], why: stopped, now: at });
    const events = [{ type: "pick_up", was: pickUp.state, becomes: changes.state }] as const;
    return done({ success: true }, { events });
  });
}

function changesOf(pickUp: PickUp, change: PickUpCall["change"], when: PickUpCall["when"]): Changes | string {
  const { from, to } = pickUpChanges[change];
  const isAgain = change === "missed" && when !== null;
  const isPossible = isAgain ? pickUp.state !== "done" : from.includes(pickUp.state);
  if (!isPossible) return `The pick-up was ${pickUp.state} already`;
  return isAgain ? { state: "arranged", ...movedTo(pickUp, when) } : { state: to };
}

const clock = new Intl.DateTimeFormat("en-NZ", {
  timeZone: "Pacific/Auckland",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** A day alone keeps the time of day. */
function movedTo(
  { from_at: from, until_at: until }: PickUp,
  when: string,
): Pick<PickUp, "from_at" | "until_at"> {
  const before = new Date(from);
  const begins = isCalendarDate(when) ? nzInstant(when, clock.format(before)).getTime() : Date.parse(when);
  const length = Date.parse(until) - before.getTime();
  return { from_at: new Date(begins).toISOString(), until_at: new Date(begins + length).toISOString() };
}

async function update(tx: Query, { id }: PickUp, changes: Changes, at: Date): Promise<void> {
  await tx
    .updateTable("pick_ups")
    .set({ ...changes, changed_at: at.toISOString() })
    .where("id", "=", id)
    .execute();
}
