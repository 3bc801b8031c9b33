import type { YardMachine } from "#domain/deals/sale-wire.ts";
import type { Machine } from "#domain/deals/sale.ts";
import { machineFigures } from "#server/features/deals/parts/stock-figures.ts";
import { machinesIn } from "#server/features/deals/sales/read-sale.ts";
import { machineForDesk } from "#server/features/deals/sales/sale-for-desk.ts";
import type { Query } from "#server/platform/database/database.ts";

const machinesMost = 500;

/** The newest machines, those on hold before the others; with `ended`, also those of which nothing is left. */
export async function machinesInYard(
  db: Query,
  now: Date,
  ended: boolean,
): Promise<{ machines: readonly YardMachine[] }> {
  const newest = machinesIn(db).orderBy("number", "desc").limit(machinesMost);
  const found = await (ended ? newest : newest.where("state", "=", "standing")).execute();
  const figures = await machineFigures(
    db,
    found.map(({ number }) => number),
  );
  const machines = found.map((one) => ({ ...machineForDesk(one, now), ...figures(one.number) }));
  return {
    machines: [
      ...machines.filter(({ days_to_go: days }) => days > 0),
      ...machines.filter(({ days_to_go: days }) => days === 0),
    ],
  };
}

/** Returns null for a machine that is not in the yard. */
export async function findMachine(db: Query, number: number): Promise<Machine | null> {
  return (await machinesIn(db).where("number", "=", number).executeTakeFirst()) ?? null;
}
