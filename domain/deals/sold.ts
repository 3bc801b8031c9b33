import type { Deal } from "./deal.ts";
import { fromMachine, type Freight, type QuoteLine } from "./quote.ts";
import { orderedLines } from "./versions.ts";

/** A part that staff have taken off the shelf for an order. */
export interface PulledLine {
  readonly line: string;
  readonly at: string;
  readonly by: string; // A user's id.
}

/** A line of a quote that waits, or of an order: what to quote again, to pull and to pack. */
export interface SoldLine {
  readonly line: string;
  readonly kind: QuoteLine["kind"];
  readonly text: string;
  readonly grade: QuoteLine["grade"];
  readonly machine: string | null; // "from a 2004 Honda TRX350".
  readonly machine_number: number | null;
  readonly label: string | null;
  readonly shelf: string | null; // Of a part in stock; null while it is on its machine.
  readonly photo: string | null; // Address of its first photo.
  readonly quantity: number;
  readonly unit_cents: number;
  readonly pulled_at: string | null;
  readonly pulled_by: string | null; // The name of the user.
}

/** An order whose parts are to be pulled, or wait packed for their parcel. */
export interface OrderToPack {
  readonly ref: string;
  readonly name: string; // The customer's.
  readonly invoice_number: number;
  readonly state: "paid" | "packed";
  readonly waits: string | null; // Why nothing of it may leave yet.
  readonly leaves_from: string | null; // The first business day after the hold that it waits for.
  readonly freight: Freight;
  readonly sold: readonly SoldLine[];
}

/** Returns the lines that count: those of the order, or of the quote that waits. None before a quote, or after an end. */
export function linesThatCount(deal: Deal): readonly QuoteLine[] {
  const order = deal.orders.at(-1);
  if (order !== undefined && order.state !== "cancelled") return orderedLines(deal, order);
  const newest = deal.versions.at(-1);
  return newest?.state === "out" ? newest.content.lines : [];
}

interface SoldNames {
  readonly shelfOf: (label: string) => string | null;
  readonly photoOf: (hash: string) => string | null; // Its address.
  readonly userOf: (id: string) => string;
}

export function soldLine(
  line: QuoteLine,
  pulled: readonly PulledLine[],
  { shelfOf, photoOf, userOf }: SoldNames,
): SoldLine {
  const { id, kind, text, grade, item_label: label, quantity, unit_cents } = line;
  const taken = pulled.find((one) => one.line === id);
  return {
    line: id,
    kind,
    text,
    grade,
    machine: fromMachine(line)[0] ?? null,
    machine_number: line.machine_number ?? null,
    label,
    shelf: shelfOf(label ?? ""),
    photo: photoOf(line.photos?.[0] ?? ""),
    quantity,
    unit_cents,
    pulled_at: taken?.at ?? null,
    pulled_by: taken === undefined ? null : userOf(taken.by),
  };
}

const soldTextMost = 200;

/** What the lists say of a deal: "Front diff; left mirror, 2 of them". */
export function soldText(lines: readonly QuoteLine[]): string | null {
  const names = lines.map(({ text, quantity }) => (quantity === 1 ? text : `${text}, ${quantity} of them`));
  return names.length === 0 ? null : names.join("; ").slice(0, soldTextMost);
}

/** Names the parts of an order that nobody has pulled. */
export function unpulledParts(lines: readonly QuoteLine[], pulled: readonly PulledLine[]): string[] {
  return lines.filter(({ id }) => pulled.every(({ line }) => line !== id)).map(({ text }) => text);
}
