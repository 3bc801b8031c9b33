import { modelKey } from "#domain/catalogue/model-keys.ts";
import { partKey } from "#domain/catalogue/part-key.ts";
import { requestedParts } from "#domain/deals/requested.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { type Fit, fitText, type Part, partNumber, partStates, statesHere } from "#domain/stock/part.ts";
import type { FittingPart } from "#domain/stock/stock-calls.ts";
import { partsIn, readParts } from "#server/features/deals/parts/read-parts.ts";
import { recordOfForm } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";

const partsMost = 10;
const readMost = 60;

interface Wanted {
  readonly make: string;
  readonly model: string;
  readonly year: number | null;
}

/** Returns the parts that fit a request, best first; null if there is no such request. */
export async function stockFor(db: Query, reference: string): Promise<FittingPart[] | null> {
  const record = await recordOfForm(db, quoteRequest, reference);
  if (record === null) return null;
  const words = requestedParts(record);
  const named = words.flatMap((text) => numberIn(text) ?? []);
  const keys = [...new Set(words.map(partKey))];
  const fitting = db
    .selectFrom("part_fits")
    .select("number")
    .where("model", "=", modelKey(record).model)
    .where("part_key", "in", keys);
  const rows = partsIn(db)
    .where((row) => row.or([row("number", "in", [0, ...named]), row("number", "in", fitting)]))
    .where("state", "in", statesHere)
    .orderBy("since")
    .limit(readMost);
  const parts = (await readParts(db, rows)).filter(
    (part) => named.includes(part.number) || yearsApart(part, record) === 0,
  );
  return parts
    .filter(({ held, quantity }) => held === null || quantity > 1)
    .map((part) => ({ ...part, why: whyOf(part, record) }))
    .toSorted((one, other) => rankOf(one, named) - rankOf(other, named))
    .slice(0, partsMost);
}

/** "Rear diff (P1042)" names part 1042. */
export function numberIn(text: string): number | null {
  return partNumber(/\((P\d{1,9})\)\s*$/.exec(text)?.[1] ?? "");
}

/** What was asked for by its number, then what lies on a shelf; of equal ones the oldest. */
function rankOf(part: Part, named: readonly number[]): number {
  return (named.includes(part.number) ? 0 : 2) + (part.state === "on_shelf" ? 0 : 1);
}

function isOf({ make, model }: Fit, wanted: Wanted): boolean {
  return modelKey({ make, model }).make === modelKey(wanted).make || wanted.make === "";
}

/** 0 if one of the models that it fits was made in that year, or if a year is unknown. */
function yearsApart({ fits }: Part, wanted: Wanted): number {
  const { year } = wanted;
  const apart = fits
    .filter((fit) => isOf(fit, wanted))
    .map(({ from, to }) => (year === null ? 0 : Math.max(0, (from ?? year) - year, year - (to ?? year))));
  return Math.min(...apart, Number.MAX_SAFE_INTEGER);
}

function whyOf(part: Part, wanted: Wanted): string {
  const fit = part.fits.find((one) => isOf(one, wanted));
  const fits = fit === undefined ? "Asked for by its number" : `Fits ${fitText(fit)}`;
  return `${fits}; ${partStates[part.state].label.toLowerCase()}`;
}
