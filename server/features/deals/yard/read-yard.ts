import type { ShownMachine } from "#domain/deals/sale-wire.ts";
import type { Machine } from "#domain/deals/sale.ts";
import { machinesIn } from "#server/features/deals/sales/read-sale.ts";
import { machineForDesk } from "#server/features/deals/sales/sale-for-desk.ts";
import type { Query } from "#server/platform/database/database.ts";

const machinesMost = 500;

/** The newest machines, those on hold before the others; with `ended`, also those of which nothing is left. */
export async function machinesInYard(
  db: Query,
  now: Date,
  ended: boolean,
): Promise<{ machines: readonly ShownMachine[] }> {
  const newest = machinesIn(db).orderBy("number", "desc").limit(machinesMost);
  const listed = ended ? newest : newest.where("state", "=", "standing");
  const machines = (await listed.execute()).map((machine) => machineForDesk(machine, now));
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
