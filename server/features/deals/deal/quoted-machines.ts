import { type DraftLine, lineCents, type QuoteDraft, type QuoteLine } from "#domain/deals/quote.ts";
import type { Query } from "#server/platform/database/database.ts";

export function machineNumbers(lines: readonly (QuoteLine | DraftLine)[]): number[] {
  return lines.flatMap(({ machine_number: number }) => (number === undefined ? [] : [number]));
}

export async function machinesWith(db: Query, numbers: readonly number[]) {
  if (numbers.length === 0) return [];
  const machines = db.selectFrom("machines").select(["number", "name", "hold_until"]);
  return machines.where("number", "in", numbers).execute();
}

/** Adds to the lines what they come off, as staff wrote it or as the yard names it. Tells staff if there is no such machine. */
export async function linesWithMachines(
  db: Query,
  { lines }: QuoteDraft,
): Promise<QuoteDraft["lines"] | string> {
  const names = new Map(
    (await machinesWith(db, machineNumbers(lines))).map(({ number, name }) => [number, name]),
  );
  const line = lines.find(({ machine_number: number }) => number !== undefined && !names.has(number));
  if (line !== undefined) return `${line.text}: there is no machine ${line.machine_number} in the yard`;
  return lines.map((one) => ({ ...one, machine: one.machine ?? names.get(one.machine_number ?? 0) ?? null }));
}

/** Notes what an order is to bring for each machine that its lines come off. */
export async function noteMachineSales(
  tx: Query,
  orderId: string,
  lines: readonly QuoteLine[],
): Promise<void> {
  const sales = [...new Set(machineNumbers(lines))].map((machine_number) => {
    const own = lines.filter((line) => line.machine_number === machine_number);
    const cents = own.reduce((sum, line) => sum + lineCents(line), 0);
    return { order_id: orderId, machine_number, cents };
  });
  if (sales.length > 0) await tx.insertInto("machine_sales").values(sales).execute();
}
