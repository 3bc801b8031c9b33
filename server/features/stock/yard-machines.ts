import type * as v from "valibot";

import { machineKind } from "#domain/catalogue/machine-kind.ts";
import { machineText } from "#domain/deals/requested.ts";
import type { Machine } from "#domain/deals/sale.ts";
import { plainFrameNumber } from "#domain/frame-number-check.ts";
import { partLabel } from "#domain/stock/part.ts";
import type { stockRequests } from "#domain/stock/stock-wire.ts";
import { type CallOutcome, refused } from "#server/features/deals/deal/change-deal.ts";
import { lockParts } from "#server/features/deals/parts/part-holds.ts";
import { heldPieces, partsIn } from "#server/features/deals/parts/read-parts.ts";
import { updatePart } from "#server/features/deals/parts/write-part.ts";
import { machineForDesk } from "#server/features/deals/sales/sale-for-desk.ts";
import { findMachine } from "#server/features/deals/yard/read-yard.ts";
import { takeMachineNumber } from "#server/features/deals/yard/record-purchase.ts";
import type { StoredPart } from "#server/platform/database/stock-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import type { StockWork } from "./change-stock.ts";

export const noMachine: Refusal = {
  status: 404,
  message: "There is no machine with this number in the yard",
};

/** Enters a machine that stood in the yard before: it has no purchase and no hold. */
export async function enterMachine(
  { tx, at }: StockWork,
  entry: v.InferOutput<typeof stockRequests.machine>,
): Promise<CallOutcome> {
  const { make, model, year, note, vin } = entry;
  const isBike = ["dirtBike", "farmBike", "roadBike"].includes(
    machineKind({ make, model, vehicle_type: entry.vehicle_type ?? "ATV" }),
  );
  const machine: Machine = {
    number: await takeMachineNumber(tx),
    ref: null,
    name: machineText({ make, model, year }),
    make,
    model,
    year,
    note,
    vehicle_type: entry.vehicle_type ?? (isBike ? "Motorcycle" : "ATV"),
    vin: vin && plainFrameNumber(vin),
    registration: null,
    gst: null,
    price_cents: null,
    bought_on: null,
    hold_until: null,
    state: "standing",
  };
  const { ref: _, ...cells } = machine;
  await tx
    .insertInto("machines")
    .values({ ...cells, ref_number: null })
    .execute();
  return { ok: { machine: machineForDesk(machine, at) } };
}

/** A machine ends: nothing of it is left, or it went as a whole. What is still on it is asked for once. */
export async function endMachine(
  work: StockWork,
  { number, state, note, anyway = false }: v.InferOutput<typeof stockRequests.machineChange>,
): Promise<CallOutcome> {
  const { context, tx, at } = work;
  await context.database.lock(tx, `machine ${number}`);
  const machine = await findMachine(tx, number);
  if (machine === null) return refused(noMachine);
  const on = await partsIn(tx)
    .where("machine_number", "=", number)
    .where("state", "=", "on_machine")
    .execute();
  if (on.length > 0 && !anyway) {
    const message = `${on.length === 1 ? "1 part is" : `${on.length} parts are`} still on machine ${number}: take them off, or say that they go with it`;
    return refused({ status: 409, message, field: "anyway" });
  }
  const held = await scrapWith(work, on);
  if (held !== null) return refused(`An order holds ${held}: take it off the machine first`);
  const cells = { state, note: note === "" ? machine.note : note };
  await tx.updateTable("machines").set(cells).where("number", "=", number).execute();
  return { ok: { machine: machineForDesk({ ...machine, ...cells }, at) } };
}

/** What goes with its machine is here no more. Returns the label of a part that an order holds; then nothing is changed. */
async function scrapWith({ context, tx, at }: StockWork, on: readonly StoredPart[]): Promise<string | null> {
  const numbers = on.map(({ number }) => number);
  await lockParts(context, tx, numbers);
  const [held] = (await heldPieces(tx, numbers)).keys();
  if (held !== undefined) return partLabel(held);
  const parts = await partsIn(tx)
    .where("number", "in", [0, ...numbers])
    .where("state", "=", "on_machine")
    .execute();
  for (const part of parts) await updatePart(tx, part, { state: "gone", reason: "scrapped" }, at);
  return null;
}
