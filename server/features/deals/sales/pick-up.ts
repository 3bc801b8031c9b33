import type * as v from "valibot";

import { isCalendarDate } from "#domain/calendar-date.ts";
import type { PickUpWindow } from "#domain/deals/offer.ts";
import { activePickUp } from "#domain/deals/sale-state.ts";
import { pickUpChanges } from "#domain/deals/sale-states.ts";
import type { saleRequests } from "#domain/deals/sale-wire.ts";
import type { PickUp, Sale } from "#domain/deals/sale.ts";
import { nzClockTime, nzDate, nzInstant } from "#domain/nz-time.ts";
import { type CallOutcome, refused, type Work } from "#server/features/deals/deal/change-deal.ts";
import { success } from "#server/features/deals/deal/sent-versions.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import { stopMailsOf, stopped } from "#server/services/mail/outbox-table.ts";

type PickUpBody = v.InferOutput<typeof saleRequests.pickUp>;
type PickUpMove = Pick<PickUp, "state" | "from" | "to">;

const timePassed: Refusal = { status: 422, message: "when: that moment has passed: give one to come" };
const timeToCome: Refusal = { status: 422, message: "when: that day is still to come" };
const noClock: Refusal = { status: 422, message: "when: give the time of day, too" };

/**
 * Notes what became of a pick-up. `done` with `when` says when that was; `missed` with `when` arranges another time, as long as
 * the one before.
 */
export async function changePickUp(work: Work<Sale>, { change, when }: PickUpBody): Promise<CallOutcome> {
  const { tx, deal: sale, at } = work;
  const pickUp = activePickUp(sale);
  if (pickUp === null) return refused("There is no pick-up: no offer is accepted");
  // A pick-up that is done before its time, without a day, is done now.
  const isEarly = change === "done" && (pickUp.from === null || new Date(pickUp.from) > at);
  const move = moveOf(pickUp, change, when ?? (isEarly ? nzDate(at) : null));
  if (typeof move === "string") return refused(move);
  const wrong = when === null ? null : timeProblem(pickUp, move, when, at);
  if (wrong !== null) return refused(wrong);
  await updatePickUp(work, pickUp, move);
  // The mail names a time or a deal that no longer holds.
  if (move.state !== "done")
    await stopMailsOf(tx, sale.reference, { kinds: ["pick-up"], why: stopped, now: at });
  work.event({ type: "pick_up", was: pickUp.state, becomes: move.state });
  return success;
}

/** Says what is wrong with a time that staff give. */
function timeProblem(pickUp: PickUp, { state, from }: PickUpMove, when: string, at: Date): Refusal | null {
  if (from === null || state === "cancelled") return null;
  if (state === "done") return nzDate(new Date(from)) > nzDate(at) ? timeToCome : null;
  if (pickUp.from === null && isCalendarDate(when)) return noClock;
  return new Date(from) <= at ? timePassed : null;
}

function moveOf(pickUp: PickUp, change: PickUpBody["change"], when: string | null): PickUpMove | string {
  const { state, from, to } = pickUp;
  const move = pickUpChanges[change === "missed" && when !== null ? "moved" : change];
  if (!move.from.includes(state)) return `The pick-up was ${state} already`;
  const times = when === null || change === "cancel" ? { from, to } : movedTo(pickUp, when);
  return { state: move.to, ...times };
}

/** Returns the same length at another time. A day alone keeps the time of day, if one was arranged. */
export function movedTo({ from, to }: PickUp, when: string): PickUpWindow {
  const time = from === null ? "12:00" : nzClockTime(new Date(from));
  const begins = isCalendarDate(when) ? nzInstant(when, time).getTime() : Date.parse(when);
  const length = from === null || to === null ? 0 : Date.parse(to) - Date.parse(from);
  return { from: new Date(begins).toISOString(), to: new Date(begins + length).toISOString() };
}

export async function updatePickUp({ tx, at }: Work<Sale>, { id }: PickUp, move: PickUpMove): Promise<void> {
  await tx
    .updateTable("pick_ups")
    .set({ state: move.state, from_at: move.from, until_at: move.to, changed_at: at.toISOString() })
    .where("id", "=", id)
    .execute();
}
