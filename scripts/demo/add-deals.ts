import { existsSync } from "node:fs";

import { BusinessCalendar } from "#domain/business-calendar.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { Config } from "#server/platform/config/config.ts";
import { openForCommand } from "#server/platform/database/open-database.ts";
import { installationSecrets } from "#server/platform/secrets/installation-secrets.ts";
import { deriveKeys } from "#server/platform/secrets/keyed-hash.ts";

import { dealStories } from "./deal-stories.ts";
import { DemoDeal } from "./demo-deal.ts";

const dayMs = 24 * 60 * 60_000;

/** A made-up deal, and the path of its visitor's page. */
export interface AddedDeal {
  readonly title: string;
  readonly reference: string;
  readonly path: string;
}

/**
 * Lets the newest quote requests of this installation go through every stage, one each; its server may be running. Returns
 * none without a user, or if the database does not exist or holds none of these requests.
 */
export async function addDeals(config: Config, references: readonly string[]): Promise<readonly AddedDeal[]> {
  if (config.database.engine === "sqlite" && !existsSync(config.database.file)) return [];
  const { close, ...database } = await openForCommand(config.database);
  try {
    const user = await database.reader.selectFrom("users").select("id").executeTakeFirst();
    if (user === undefined) return [];
    const context = contextOf(config, { ...database, notifications: { publish: async () => {} } });
    const added: AddedDeal[] = [];
    for (const [index, story] of dealStories.entries()) {
      const reference = references[index];
      if (reference === undefined) break;
      const began = new Date(Date.now() - story.daysAgo * dayMs);
      if (!(await redate(context, reference, began))) return [];
      const deal = new DemoDeal(context, { reference, userId: user.id, began });
      await story.tell(deal);
      added.push({ title: story.title, reference, path: await deal.path() });
    }
    return added;
  } finally {
    await close();
  }
}

function contextOf(config: Config, database: DealContext["database"]): DealContext {
  const secrets = installationSecrets(config);
  return {
    database,
    secrets,
    keys: deriveKeys(secrets.sessionSecret),
    linkKeys: deriveKeys(secrets.linkSecret),
    calendar: new BusinessCalendar(config.closures),
    mail: { from: config.mailFrom, to: config.mailTo, siteOrigin: config.siteOrigin },
    undoMs: config.undoMs,
    deals: config.deals,
    now: () => new Date(),
    signFont: null,
  };
}

/** False if there is no such request. */
async function redate({ database }: DealContext, reference: string, began: Date): Promise<boolean> {
  const { numUpdatedRows } = await database.write((tx) =>
    tx
      .updateTable("quote_requests")
      .set({ created_at: began.toISOString() })
      .where("ref_number", "=", reference)
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows === 1n;
}
