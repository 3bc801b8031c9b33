import { existsSync } from "node:fs";

import { BusinessCalendar } from "#domain/business-calendar.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { Config } from "#server/platform/config/config.ts";
import { openForCommand } from "#server/platform/database/open-database.ts";
import { installationSecrets } from "#server/platform/secrets/installation-secrets.ts";
import { deriveKeys } from "#server/platform/secrets/keyed-hash.ts";
import { folderStore } from "#server/services/photos/photo-store.ts";

import {
  approved,
  arrived,
  changed,
  Deal,
  declined,
  draft,
  hourMs,
  lost,
  paid,
  paidBack,
  question,
  quote,
  sendsBack,
  sent,
  settled,
  type Step,
  withdrawn,
} from "./deal-steps.ts";

/** A made-up deal, and the path of its visitor's page. */
export interface AddedDeal {
  readonly title: string;
  readonly reference: string;
  readonly path: string;
}

const delivered = (dollars: number) => [quote(dollars), approved, paid(), sent, arrived];
const whines = sendsBack("faulty", "It whines from 20 km/h. I have not opened it.");
const agreed = settled(
  "agree",
  "Sorry. Send it to the yard as it came. We pay the freight: put our name on the label.",
);
const refused = settled(
  "refuse",
  "It has been fitted, as your photo shows. We can’t take it back for a change of mind.",
);

/** One for each stage of a visitor's page, and for what staff have to look at: title, how many days ago it began, steps. */
export const dealStories: readonly (readonly [title: string, daysAgo: number, ...steps: Step[]])[] = [
  ["a draft that waits for its price", 0, draft(null)],
  ["a quote that waits for an answer", 1, quote(185)],
  ["a quote with alternatives and an option", 1, quote(240, 165, 35)],
  ["a question about a quote", 2, quote(320), question],
  ["a quote that has expired", 10, quote(95)],
  ["a quote that was declined", 4, quote(410), declined],
  ["a quote that was withdrawn", 3, quote(150), withdrawn],
  ["an order that waits for its payment", 1, quote(220.75), approved],
  ["an order of which a part is paid", 1, quote(280), approved, paid(100)],
  ["an order that nobody paid in time", 9, quote(130), approved],
  ["an order to pack", 3, quote(510), approved, paid()],
  ["an order that was paid twice and is packed", 4, quote(75), approved, paid(), paid(90), changed("packed")],
  ["a parcel on its way", 5, quote(365), approved, paid(), sent],
  ["a parcel that has arrived", 12, quote(260), approved, paid(), sent, arrived],
  ["a paid order that was cancelled, to be refunded", 6, quote(145), approved, paid(), changed("cancel")],
  ["a return to decide on", 13, ...delivered(310), whines],
  ["a return that is agreed", 14, ...delivered(190), whines, agreed],
  ["a return that has come back", 15, ...delivered(225), whines, agreed, settled("received")],
  ["a return that was refused", 16, ...delivered(99), sendsBack("changed-mind", ""), refused],
  [
    "an order of which a part was paid back",
    17,
    ...delivered(450),
    paidBack(60, "For the scratch on the cover."),
  ],
  [
    "an order that was returned and paid back",
    18,
    ...delivered(280),
    whines,
    settled("received"),
    paidBack(),
  ],
  ["a lost parcel that was paid back", 12, quote(135), approved, paid(), sent, lost, paidBack()],
];

/**
 * Lets these quote requests of this installation go through every stage, one each; its server may be running. Returns none
 * without a user, or if the database does not exist or holds none of these requests.
 */
export async function addDeals(config: Config, references: readonly string[]): Promise<readonly AddedDeal[]> {
  if (config.database.engine === "sqlite" && !existsSync(config.database.file)) return [];
  const { close, ...database } = await openForCommand(config.database);
  try {
    const user = await database.reader.selectFrom("users").select("id").executeTakeFirst();
    if (user === undefined) return [];
    const context = contextOf(config, { ...database, notifications: { publish: async () => {} } });
    const added: AddedDeal[] = [];
    for (const [index, [title, daysAgo, ...steps]] of dealStories.entries()) {
      const reference = references[index];
      if (reference === undefined) break;
      const began = Date.now() - daysAgo * 24 * hourMs;
      if (!(await redate(context, reference, new Date(began)))) return [];
      const deal = new Deal(context, reference, user.id, began);
      for (const step of steps) await step(deal);
      added.push({ title, reference, path: new URL((await deal.seen()).link).pathname });
    }
    return added;
  } finally {
    await close();
  }
}

function contextOf(config: Config, database: DealContext["database"]): DealContext {
  const { mailFrom: from, mailTo: to, replyTo, siteOrigin } = config;
  const secrets = installationSecrets(config);
  const linkKeys = deriveKeys(secrets.linkSecret);
  return {
    database,
    secrets,
    keys: deriveKeys(secrets.sessionSecret),
    linkKeys,
    calendar: new BusinessCalendar(config.closures),
    mail: { from, to, replyTo, siteOrigin, linkKeys },
    undoMs: config.undoMs,
    deals: config.deals,
    cards: null,
    photos: folderStore(config.photos.folder),
    now: () => new Date(),
    signFont: null,
    photoScript: null,
  };
}

/** Lets a request begin then. Returns false if there is no such request. */
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
