import { randomUUID } from "node:crypto";

import * as v from "valibot";

import { holdUntil } from "#domain/deals/hold.ts";
import { gstKindNames, missingInPurchase, type Purchase } from "#domain/deals/purchase.ts";
import { activePickUp } from "#domain/deals/sale-state.ts";
import { pickUpChanges } from "#domain/deals/sale-states.ts";
import type { Bought, saleRequests } from "#domain/deals/sale-wire.ts";
import { type BoughtMachine, offeredMachine, type Sale, type SealedPurchase } from "#domain/deals/sale.ts";
import { plainFrameNumber } from "#domain/frame-number-check.ts";
import { nzDate } from "#domain/nz-time.ts";
import { emailOf, machineOf } from "#domain/submission-values.ts";
import { notInRole } from "#server/features/auth/permissions.ts";
import { type CallOutcome, refused, type Work } from "#server/features/deals/deal/change-deal.ts";
import { sealPurchase } from "#server/features/deals/sales/dealers-record.ts";
import { movedTo, updatePickUp } from "#server/features/deals/sales/pick-up.ts";
import { machineForDesk } from "#server/features/deals/sales/sale-for-desk.ts";
import type { Query } from "#server/platform/database/database.ts";
import { stopMailsOf, stopped } from "#server/services/mail/outbox-table.ts";

/**
 * Writes the dealer's record, and the machine with its number. A record is never changed: a correction is a further one,
 * and the machine is what the last one says.
 */
export async function recordPurchase(
  work: Work<Sale>,
  body: v.InferOutput<typeof saleRequests.purchase>,
): Promise<CallOutcome<Bought>> {
  const { deal: sale, at } = work;
  const { ref: _, corrects, ...purchase } = body;
  const newest = sale.purchases.at(-1)?.id ?? null;
  if (corrects !== newest) return refused(newest === null ? nothingToCorrect : recorded);
  const missing = missingInPurchase(purchase, nzDate(at));
  if (missing !== null) return refused({ status: 422, ...missing });
  if (corrects === null) await stopWhatIsUnderWay(work);
  const machine = await keepMachine(work, purchase);
  const row = await appendRecord(work, purchase, machine, corrects);
  await endPickUp(work, machine.bought_on);
  const type = corrects === null ? "purchase" : "purchase_corrected";
  work.event({ type, becomes: String(machine.number) });
  work.settleRecord({ status: "completed" });
  const { paid_by } = purchase;
  return { ok: { id: row.id, at: row.at, paid_by, machine: machineForDesk(machine, at) } };
}

/** What the yard may record: the purchase of an accepted offer, once. They can't read the record that a correction is of. */
export async function purchaseAtGate(
  work: Work<Sale>,
  body: v.InferOutput<typeof saleRequests.purchase>,
): Promise<CallOutcome<Bought>> {
  if (body.corrects !== null) return refused(notInRole);
  return activePickUp(work.deal) === null ? refused(notAccepted) : recordPurchase(work, body);
}

const notAccepted = "They have not accepted an offer of ours. Ask an owner or the office to make one";
const recorded = "This purchase is recorded already: look at it, and correct its newest record";
const nothingToCorrect = "There is no record of a purchase to correct";

/** The part of a complete purchase that the machine keeps. */
const machineFacts = v.object({
  price_cents: v.number(),
  bought_on: v.string(),
  gst: v.picklist(gstKindNames),
  vin: v.nullable(v.pipe(v.string(), v.transform(plainFrameNumber))),
  registration: v.nullable(v.string()),
});

async function keepMachine({ tx, deal: sale }: Work<Sale>, purchase: Purchase): Promise<BoughtMachine> {
  const facts = v.parse(machineFacts, purchase);
  const cells = { ...facts, hold_until: holdUntil(facts.bought_on) };
  if (sale.machine !== null) {
    const { number } = sale.machine;
    await tx.updateTable("machines").set(cells).where("number", "=", number).execute();
    return { ...sale.machine, ...cells };
  }
  const { reference: ref, submission, record } = sale;
  const named = { name: machineOf(submission, record), ...offeredMachine(sale) };
  const machine = { number: await takeMachineNumber(tx), ...named, ...cells };
  await tx
    .insertInto("machines")
    .values({ ...machine, ref_number: ref })
    .execute();
  return { ...machine, ref };
}

const leftOut = 100;

/** After a restore: numbers that were given out since the backup are on labels in the yard. */
export async function leaveOutMachineNumbers(tx: Query): Promise<void> {
  await takeMachineNumber(tx, leftOut);
}

/** From 1, without gaps: others wait until this transaction ends. */
export async function takeMachineNumber(tx: Query, count = 1): Promise<number> {
  const { last } = await tx
    .insertInto("document_numbers")
    .values({ kind: "machine", last: count })
    .onConflict((known) =>
      known.column("kind").doUpdateSet((row) => ({ last: row("document_numbers.last", "+", count) })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}

async function appendRecord(
  { context, tx, deal: sale, at, staff }: Work<Sale>,
  purchase: Purchase,
  machine: BoughtMachine,
  corrects: string | null,
): Promise<SealedPurchase> {
  const id = randomUUID();
  const { number, bought_on, price_cents, gst } = machine;
  const row: SealedPurchase = {
    id,
    ref_number: sale.reference,
    machine_number: number,
    sealed: sealPurchase(context, id, { ...purchase, email: emailOf(sale.submission, sale.record) ?? null }),
    bought_on,
    price_cents,
    gst,
    at: at.toISOString(),
    user_id: staff,
    corrects,
  };
  await tx.insertInto("purchases").values(row).execute();
  return row;
}

/** We ask and offer nothing more, once somebody has sold. */
async function stopWhatIsUnderWay({ tx, deal: { reference }, at }: Work<Sale>): Promise<void> {
  const pending = tx.deleteFrom("offers").where("ref_number", "=", reference);
  await pending.where("state", "=", "pending").execute();
  await stopMailsOf(tx, reference, { kinds: ["offer", "photos", "pick-up"], why: stopped, now: at });
}

/** A user who records the purchase has the machine. */
async function endPickUp(work: Work<Sale>, boughtOn: string): Promise<void> {
  const { from, to: state } = pickUpChanges.done;
  const pickUp = activePickUp(work.deal);
  if (pickUp === null || !from.includes(pickUp.state)) return;
  await updatePickUp(work, pickUp, { state, ...movedTo(pickUp, boughtOn) });
  work.event({ type: "pick_up", becomes: state });
}
