import type * as v from "valibot";

import { isCalendarDate } from "#domain/calendar-date.ts";
import { pickUpChanges, type PickUpState } from "#domain/deals/sale-states.ts";
import type { saleRequests } from "#domain/deals/sale-wire.ts";
import { nzDate, nzInstant } from "#domain/nz-time.ts";
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
type Times = Pick<PickUp, "from_at" | "until_at">;
type Changes = Partial<Times> & { readonly state: PickUpState };

const timePassed: Refusal = { status: 422, message: "when: that moment has passed: give one to come" };
const timeToCome: Refusal = { status: 422, message: "when: that day is still to come" };
const noClock: Refusal = { status: 422, message: "when: give the time of day, too" };

/**
 * Notes what became of a pick-up. `done` with `when` says when that was; `missed` with `when` arranges another time, as long as
 * the one before.
 */
export function changePickUp(
  context: DealContext,
  { change, when, ...by }: PickUpCall,
): Promise<CallOutcome | null> {
  return changeSale<CallOutcome>(context, by, async ({ tx, sale, at }) => {
    const pickUp = activePickUp(sale);
    if (pickUp === null) return refused("There is no pick-up: no offer is accepted");
    // What is done before its time, without a day, is done now.
    const isEarly = change === "done" && (pickUp.from_at === null || new Date(pickUp.from_at) > at);
    const changes = changesOf(pickUp, change, when ?? (isEarly ? nzDate(at) : null));
    if (typeof changes === "string") return refused(changes);
    const wrong = when === null ? null : timeProblem(pickUp, changes, { when, at });
    if (wrong !== null) return refused(wrong);
    await updatePickUp(tx, pickUp, changes, at);
    // Its mail names a time or a deal that no longer holds.
    if (changes.state !== "done")
      await stopMailsOf(tx, sale.reference, { kinds: ["pick-up"], why: stopped, now: at });
    const events = [{ type: "pick_up", was: pickUp.state, becomes: changes.state }] as const;
    return done({ success: true }, { events });
  });
}

/** Of a time that staff give. */
function timeProblem(
  pickUp: PickUp,
  { state, from_at: from = null }: Changes,
  { when, at }: { readonly when: string; readonly at: Date },
): Refusal | null {
  if (from === null) return null;
  if (state === "done") return nzDate(new Date(from)) > nzDate(at) ? timeToCome : null;
  if (pickUp.from_at === null && isCalendarDate(when)) return noClock;
  return new Date(from) <= at ? timePassed : null;
}

function changesOf(pickUp: PickUp, change: PickUpCall["change"], when: PickUpCall["when"]): Changes | string {
  const { from, to } = pickUpChanges[change];
  const isAgain = change === "missed" && when !== null;
  const isPossible = isAgain ? pickUp.state !== "done" : from.includes(pickUp.state);
  if (!isPossible) return `The pick-up was ${pickUp.state} already`;
  const moved = when === null || change === "cancel" ? {} : movedTo(pickUp, when);
  return { state: isAgain ? "arranged" : to, ...moved };
}

const clock = new Intl.DateTimeFormat("en-NZ", {
  timeZone: "Pacific/Auckland",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** A day alone keeps the time of day, if one was arranged. */
export function movedTo({ from_at: from, until_at: until }: Times, when: string): Times {
  const time = from === null ? "12:00" : clock.format(new Date(from));
  const begins = isCalendarDate(when) ? nzInstant(when, time).getTime() : Date.parse(when);
  const length = from === null || until === null ? 0 : Date.parse(until) - Date.parse(from);
  return { from_at: new Date(begins).toISOString(), until_at: new Date(begins + length).toISOString() };
}

export async function updatePickUp(tx: Query, { id }: PickUp, changes: Changes, at: Date): Promise<void> {
  await tx
    .updateTable("pick_ups")
    .set({ ...changes, changed_at: at.toISOString() })
    .where("id", "=", id)
    .execute();
}
