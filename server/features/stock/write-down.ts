import type * as v from "valibot";

import { machineKind } from "#domain/catalogue/machine-kind.ts";
import type { Machine } from "#domain/deals/sale.ts";
import type { Fit } from "#domain/stock/part.ts";
import type { NewPart, stockRequests } from "#domain/stock/stock-wire.ts";
import { type CallOutcome, refused } from "#server/features/deals/deal/change-deal.ts";
import { takePartNumber } from "#server/features/deals/parts/part-holds.ts";
import { partsIn, readParts } from "#server/features/deals/parts/read-parts.ts";
import { insertParts, type PartCells } from "#server/features/deals/parts/write-part.ts";
import { findMachine } from "#server/features/deals/yard/read-yard.ts";

import type { StockWork } from "./change-stock.ts";

type Entry = v.InferOutput<typeof stockRequests.parts>;

/** Writes parts down, each once: the id of one that is known already is that part, whatever else the call says. */
export async function writeDown(work: StockWork, { machine_number, parts }: Entry): Promise<CallOutcome> {
  const { context, tx } = work;
  const machine = machine_number === null ? null : await findMachine(tx, machine_number);
  if (machine_number !== null && machine === null)
    return refused({ status: 404, message: `There is no machine ${machine_number} in the yard` });
  const ids = parts.map(({ id }) => id);
  // Two phones, or one that sends again, wait for each other.
  await context.database.lock(tx, "parts");
  const known = await partsIn(tx).select("id").where("id", "in", ids).execute();
  const fresh = parts.filter(({ id }, at) => ids.indexOf(id) === at && known.every((row) => row.id !== id));
  const last = fresh.length === 0 ? 0 : await takePartNumber(tx, fresh.length);
  const first = last - fresh.length + 1;
  await insertParts(
    tx,
    fresh.map((part, index) => newCells(work, first + index, part, machine)),
  );
  return { ok: { parts: await readParts(tx, partsIn(tx).where("id", "in", ids).orderBy("number")) } };
}

/** Returns a part as it is written down. What nobody says about the machine is as the yard knows it. */
export function newCells(
  { at, userId }: StockWork,
  number: number,
  part: NewPart,
  machine: Pick<Machine, "number" | "make" | "model" | "year" | "vehicle_type"> | null,
): PartCells {
  const { id, name, grade = null, condition = [], shelf = "", price_cents = null, weight = null } = part;
  const { quantity = 1, state } = part;
  const make = part.make ?? machine?.make ?? "";
  const model = part.model ?? machine?.model ?? "";
  const year = part.year === undefined ? (machine?.year ?? null) : part.year;
  const own: Fit[] = model === "" ? [] : [{ make, model, from: year, to: year }];
  const instant = at.toISOString();
  return {
    number,
    id,
    name,
    make,
    model,
    year,
    grade,
    shelf,
    price_cents,
    weight,
    quantity,
    state,
    kind: machine && machineKind(machine),
    machine_number: machine?.number ?? null,
    fits: JSON.stringify(part.fits ?? own),
    condition: JSON.stringify(condition),
    reason: null,
    is_public: true,
    was_public: false,
    photo: null,
    version: 1,
    since: instant,
    shelved_at: state === "on_shelf" ? instant : null,
    sold_at: null,
    changed_at: instant,
    user_id: userId,
  };
}
