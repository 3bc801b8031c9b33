import * as v from "valibot";

import type { HeldMachine } from "#domain/deals/order.ts";
import {
  type DraftLine,
  type QuoteContent,
  type QuoteDraft,
  type QuoteLine,
  selectedLines,
  selectionSchema,
} from "#domain/deals/quote.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { OrderRow } from "#server/platform/database/deal-tables.ts";
import type { MachineRow } from "#server/platform/database/sale-tables.ts";

export type QuotedMachine = Pick<MachineRow, "number" | "name" | "hold_until">;

/** Returns the machines of the yard that the parts of an order come off. */
export function machinesOf(
  db: Query,
  order: OrderRow,
  versions: readonly { readonly number: number; readonly content: QuoteContent }[],
): Promise<QuotedMachine[]> {
  const { content } = versions.find(({ number }) => number === order.number) ?? {};
  const selection = v.parse(selectionSchema, JSON.parse(order.selection));
  return machinesWith(db, numbersIn(selectedLines(content?.lines ?? [], selection) ?? []));
}

function numbersIn(lines: readonly (QuoteLine | DraftLine)[]): number[] {
  return lines.flatMap(({ machine_number: number }) => (number === undefined ? [] : [number]));
}

async function machinesWith(db: Query, numbers: readonly number[]): Promise<QuotedMachine[]> {
  if (numbers.length === 0) return [];
  const machines = db.selectFrom("machines").select(["number", "name", "hold_until"]);
  return machines.where("number", "in", numbers).execute();
}

/** Returns the machine that is on hold the longest; null if parts of all may leave. */
export function heldMachine(machines: readonly QuotedMachine[], now: Date): HeldMachine | null {
  const today = nzDate(now);
  const held = machines.filter(({ hold_until: until }) => until >= today);
  const [last] = held.toSorted((one, other) => other.hold_until.localeCompare(one.hold_until));
  return last === undefined ? null : { number: last.number, until: last.hold_until };
}

/** Adds to the lines what they come off, as staff wrote it or as the yard names it. Tells staff if there is no such machine. */
export async function linesWithMachines(
  db: Query,
  { lines }: QuoteDraft,
): Promise<QuoteDraft["lines"] | string> {
  const names = new Map((await machinesWith(db, numbersIn(lines))).map(({ number, name }) => [number, name]));
  const line = lines.find(({ machine_number: number }) => number !== undefined && !names.has(number));
  if (line !== undefined) return `${line.text}: there is no machine ${line.machine_number} in the yard`;
  return lines.map((one) => ({ ...one, machine: one.machine ?? names.get(one.machine_number ?? 0) ?? null }));
}
