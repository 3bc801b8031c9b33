import type { Query } from "#server/platform/database/database.ts";

import type { DealContext } from "./deal-context.ts";

/** In one order: two changes of the same deals wait for each other. */
export async function lockDeals(
  tx: Query,
  database: Pick<DealContext["database"], "lock">,
  references: readonly (string | null)[],
): Promise<void> {
  const named = new Set(references.filter((reference) => reference !== null));
  for (const reference of [...named].toSorted()) await database.lock(tx, `deal ${reference}`);
}
