import { sql } from "kysely";

import { machineKey } from "#domain/catalogue/known-summary.ts";
import { modelKeys } from "#domain/catalogue/model-keys.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { type AskedPart, askedParts } from "#domain/stock/asked-parts.ts";
import { fitText, type Part, type PartState, partStates, statesHere } from "#domain/stock/part.ts";
import type { FittingPart } from "#domain/stock/stock-calls.ts";
import { partsIn, readParts } from "#server/features/deals/parts/read-parts.ts";
import { recordOfForm } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";

const partsMost = 10;
const readMost = 60;
const fitsMost = 1000;

interface Wanted {
  readonly make: string;
  readonly model: string;
  readonly year: number | null;
}

/** Returns the parts that fit a request, best first; null if there is no such request. */
export async function stockFor(db: Query, reference: string): Promise<FittingPart[] | null> {
  const record = await recordOfForm(db, quoteRequest, reference);
  if (record === null) return null;
  const asked = askedParts(record);
  const named = asked.flatMap(({ part_number: number }) => number ?? []);
  const fits = await fitting(db, record, asked).limit(fitsMost).execute();
  const rows = partsIn(db)
    .where("number", "in", [0, ...named, ...fits.map(({ number }) => number)])
    .where(sql<PartState>`state || ''`, "in", statesHere) // Avoids the index of states.
    .orderBy("since")
    .limit(readMost);
  return (await readParts(db, rows))
    .filter(({ free }) => free > 0)
    .toSorted((one, other) => rankOf(one, named) - rankOf(other, named))
    .slice(0, partsMost)
    .map((part) => ({ ...part, why: whyOf(part, record) }));
}

/** As the lists find them ("In stock"). */
function fitting(db: Query, { year }: Wanted, asked: readonly AskedPart[]) {
  const keys = [...new Set(asked.map(({ part_key: key }) => key))];
  const { make = "", model = "" } = asked[0] ?? {};
  let fits = db.selectFrom("part_fits").select("number").where("model", "=", model);
  if (make !== "") fits = fits.where("make", "=", make);
  if (year !== null) {
    fits = fits.where(sql<number>`coalesce(from_year, 0)`, "<=", year);
    fits = fits.where(sql<number>`coalesce(to_year, 9999)`, ">=", year);
  }
  return fits.where("part_key", "in", keys);
}

/** What was asked for by its number, then what lies on a shelf; of equal ones the oldest. */
function rankOf(part: Part, named: readonly number[]): number {
  return (named.includes(part.number) ? 0 : 2) + (part.state === "on_shelf" ? 0 : 1);
}

function whyOf(part: Part, wanted: Wanted): string {
  const model = machineKey(wanted.model);
  const fit = part.fits.find((one) => modelKeys(one).includes(model));
  const fits = fit === undefined ? "Asked for by its number" : `Fits ${fitText(fit)}`;
  return `${fits}; ${partStates[part.state].label.toLowerCase()}`;
}
