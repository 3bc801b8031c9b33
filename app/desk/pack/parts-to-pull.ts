import { isOnMachine } from "#app/desk/deal/sold-lines.tsx";
import type { OrderToPack, SoldLine } from "#domain/deals/sold.ts";

export interface PartToPull {
  readonly id: string;
  readonly ref: string; // The order's.
  readonly line: SoldLine;
  readonly place: string; // Where to walk: its shelf or label, its machine, or nowhere known.
}

/** Returns the parts of orders that are not packed: shelf by shelf, then machine by machine. */
export function partsToPull(orders: readonly OrderToPack[]): PartToPull[] {
  const parts = orders
    .filter(({ state }) => state === "paid")
    .flatMap(({ ref, sold }) =>
      sold.map((line) => ({ id: `${ref} ${line.line}`, ref, line, ...placeOf(line) })),
    );
  return parts.toSorted(
    (one, other) =>
      one.rank - other.rank ||
      byPlace.compare(one.place, other.place) ||
      byPlace.compare(markOf(one), markOf(other)),
  );
}

const markOf = ({ line: { label }, id }: PartToPull) => `${label ?? ""} ${id}`;

/** Sorts D-2 before D-17. */
const byPlace = new Intl.Collator("en-NZ", { numeric: true });

function placeOf(line: SoldLine) {
  const { shelf, label, machine_number: number } = line;
  const isOff = !isOnMachine(line);
  if (isOff && (shelf !== null || label !== null))
    return { rank: 0, place: shelf || (label ?? "").replace(/-.*/, "") };
  if (number !== null) return { rank: 1, place: `Machine ${number}` };
  return { rank: 2, place: "Without a label" };
}
