import type { MachineRow } from "#server/platform/database/sale-tables.ts";
import { type AuditContext, recordAudit } from "#server/services/audit/audit-log.ts";
import type { Services } from "#server/services/services.ts";

import { readPurchases, type RecordedPurchase } from "./read-purchases.ts";

export interface ViewedPurchase {
  readonly machine: MachineRow;
  readonly first: RecordedPurchase;
  readonly corrections: readonly RecordedPurchase[];
}

/** Opens the dealer's record; nobody sees it without an entry in the audit list. Null if there is none. */
export function viewPurchase(
  context: AuditContext & Pick<Services, "linkKeys">,
  reference: string,
  userId: string,
): Promise<ViewedPurchase | null> {
  return context.database.write(async (tx) => {
    const [first, ...corrections] = await readPurchases(context, tx, reference);
    const machines = tx.selectFrom("machines").selectAll().where("ref_number", "=", reference);
    const machine = await machines.executeTakeFirst();
    if (first === undefined || machine === undefined) return null;
    const details = { number: machine.number };
    await recordAudit(tx, context, { event: "purchase-viewed", actor: userId, details });
    return { machine, first, corrections };
  });
}
