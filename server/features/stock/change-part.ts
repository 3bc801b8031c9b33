import type * as v from "valibot";

import { type GoneReason, partLabel, type PartState, partStates, statesHere } from "#domain/stock/part.ts";
import type { PartChange, stockRequests } from "#domain/stock/stock-wire.ts";
import { isAssembly } from "#domain/stock/teardown.ts";
import { type CallOutcome, refused } from "#server/features/deals/deal/change-deal.ts";
import { lockParts } from "#server/features/deals/parts/part-holds.ts";
import { heldPieces, partsIn, readPart, readParts } from "#server/features/deals/parts/read-parts.ts";
import { updatePart } from "#server/features/deals/parts/write-part.ts";
import type { StoredPart } from "#server/platform/database/stock-tables.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import type { StockWork } from "./change-stock.ts";

export const noPart: Refusal = { status: 404, message: "There is no part with this number" };

/** Changes a part of which staff saw that version. */
export async function changePart(work: StockWork, change: PartChange, version: number): Promise<CallOutcome> {
  const { context, tx, at } = work;
  await lockParts(context, tx, [change.number]);
  const part = await partsIn(tx).where("number", "=", change.number).executeTakeFirst();
  if (part === undefined) return refused(noPart);
  if (part.version !== version) return refused({ status: 412, message: stalePart });
  const held = (await heldPieces(tx, [part.number])).get(part.number) ?? 0;
  const refusal = partRefusal(part, change, held);
  if (refusal !== null) return refused(refusal);
  await updatePart(tx, part, cellsOf(part, change, at), at);
  return { ok: { part: await readPart(tx, part.number) } };
}

const stalePart = "Somebody has changed this part meanwhile: look at it again";

/** Tells staff why a part can't be changed like this (deals.md section 12). */
export function partRefusal(part: StoredPart, change: PartChange, held: number): Refusal | string | null {
  const { state = part.state, reason = null, quantity = part.quantity } = change;
  const label = partLabel(part.number);
  if (part.state === "sold") return `${label} is sold: it changes only with a return`;
  if (part.state === "gone") return `${label} is gone: write it down again if it is here`;
  if (state === "sold") return { status: 422, message: "A part is sold with its order, or at the counter" };
  if (quantity < held) return `An order holds ${held} of ${label}: it can't be fewer`;
  const isCounted = part.quantity > 1; // Some of its pieces are free.
  if (held > 0 && (state !== part.state || (quantity !== part.quantity && !isCounted)))
    return `An order holds ${label}: cancel the order first`;
  if ((state === "gone") !== (reason !== null))
    return { status: 422, message: "reason: say why it is gone, and only then" };
  if (reason === "opened" && !isAssembly(part.name))
    return { status: 422, message: "Only an assembly is opened up" };
  return null;
}

export function cellsOf(part: StoredPart, change: PartChange, at: Date) {
  const { fits, condition, public: isPublic, state = part.state, ...cells } = change;
  const isShelved = state === "on_shelf" && part.state !== "on_shelf";
  return {
    ...cells,
    state,
    reason: change.reason ?? null,
    ...(fits === undefined ? {} : { fits: JSON.stringify(fits) }),
    ...(condition === undefined ? {} : { condition: JSON.stringify(condition) }),
    ...(isPublic === undefined ? {} : { is_public: isPublic }),
    ...(isShelved ? { shelved_at: at.toISOString() } : {}),
  } satisfies { state: PartState; reason: GoneReason | null };
}

/** Puts several parts on one shelf; what is still on a machine is off it then. */
export async function moveParts(
  work: StockWork,
  { numbers, shelf }: v.InferOutput<typeof stockRequests.move>,
): Promise<CallOutcome> {
  const { context, tx, at } = work;
  await lockParts(context, tx, numbers);
  const rows = await partsIn(tx).where("number", "in", numbers).orderBy("number").execute();
  const unknown = numbers.find((number) => rows.every((row) => row.number !== number));
  if (unknown !== undefined)
    return refused({ status: 404, message: `There is no part ${partLabel(unknown)}` });
  const ended = rows.filter(({ state }) => statesHere.every((here) => here !== state));
  if (ended.length > 0) {
    const named = ended.map(
      ({ number, state }) => `${partLabel(number)} is ${partStates[state].label.toLowerCase()}`,
    );
    return refused(`${named.join(", ")}: nothing was moved`);
  }
  for (const row of rows) {
    const shelved_at = row.state === "on_shelf" ? row.shelved_at : at.toISOString();
    await updatePart(tx, row, { shelf, state: "on_shelf", shelved_at }, at);
  }
  return { ok: { parts: await readParts(tx, partsIn(tx).where("number", "in", numbers).orderBy("number")) } };
}
