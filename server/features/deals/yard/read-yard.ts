import type { Machine } from "#domain/deals/sale-wire.ts";
import { machineForDesk } from "#server/features/deals/sales/sale-for-desk.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { MachineRow } from "#server/platform/database/sale-tables.ts";

const machinesMost = 500;

/** The newest machines, those on hold before the others. */
export async function machinesInYard(db: Query, now: Date): Promise<{ machines: readonly Machine[] }> {
  const newest = db.selectFrom("machines").selectAll().orderBy("number", "desc").limit(machinesMost);
  const machines = (await newest.execute()).map((machine) => machineForDesk(machine, now));
  return {
    machines: [
      ...machines.filter(({ days_to_go: days }) => days > 0),
      ...machines.filter(({ days_to_go: days }) => days === 0),
    ],
  };
}

/** Returns null for a machine that is not in the yard. */
export async function findMachine(db: Query, number: number): Promise<MachineRow | null> {
  const machines = db.selectFrom("machines").selectAll().where("number", "=", number);
  return (await machines.executeTakeFirst()) ?? null;
}
