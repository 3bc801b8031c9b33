import * as v from "valibot";

import type { HeldMachine } from "#domain/deals/order.ts";
import {
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

export type QuotedMachine = Pick<MachineRow, "number" | "hold_until">;

interface SentVersion {
  readonly number: number;
  readonly content: Pick<QuoteContent, "lines">;
}

/** The machines of the yard that the parts of an order come off. */
export function machinesOf(
  db: Query,
  order: Pick<OrderRow, "number" | "selection">,
  versions: readonly SentVersion[],
): Promise<QuotedMachine[]> {
  const { content } = versions.find(({ number }) => number === order.number) ?? {};
  const selection = v.parse(selectionSchema, JSON.parse(order.selection));
  return machinesWith(db, numbersIn(selectedLines(content?.lines ?? [], selection) ?? []));
}

function numbersIn(lines: readonly Pick<QuoteLine, "machine_number">[]): number[] {
  return lines.flatMap(({ machine_number: number }) => (number === undefined ? [] : [number]));
}

async function machinesWith(db: Query, numbers: readonly number[]): Promise<QuotedMachine[]> {
  if (numbers.length === 0) return [];
  const machines = db.selectFrom("machines").select(["number", "hold_until"]);
  return machines.where("number", "in", numbers).execute();
}

/** The one that stays the longest; null if parts of all may leave. */
export function heldMachine(machines: readonly QuotedMachine[], now: Date): HeldMachine | null {
  const today = nzDate(now);
  const held = machines.filter(({ hold_until: until }) => until >= today);
  const [last] = held.toSorted((one, other) => other.hold_until.localeCompare(one.hold_until));
  return last === undefined ? null : { number: last.number, until: last.hold_until };
}

/** Names a machine that is not in the yard, in words for staff. */
export async function missingMachine(
  db: Query,
  { lines }: Pick<QuoteDraft, "lines">,
): Promise<string | null> {
  const known = new Set((await machinesWith(db, numbersIn(lines))).map(({ number }) => number));
  const line = lines.find(({ machine_number: number }) => number !== undefined && !known.has(number));
  return line === undefined ? null : `${line.text}: there is no machine ${line.machine_number} in the yard`;
}
