import { existsSync } from "node:fs";

import { BusinessCalendar } from "#domain/business-calendar.ts";
import type { Submission } from "#domain/submission.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import type { Config } from "#server/platform/config/config.ts";
import { openForCommand } from "#server/platform/database/open-database.ts";
import { installationSecrets } from "#server/platform/secrets/installation-secrets.ts";
import { deriveKeys } from "#server/platform/secrets/keyed-hash.ts";
import { loadFirm } from "#server/services/firm/stored-firm.ts";
import { mailSettings } from "#server/services/mail/create-mailer.ts";
import { CheckedPhotos } from "#server/services/photos/checked-photos.ts";
import { openPhotoStore } from "#server/services/photos/open-photo-store.ts";

export const hourMs = 60 * 60_000;

/** What follows a submission, with a clock of its own: each step is some hours after the one before. */
export class Story {
  readonly context: DealContext;
  readonly reference: string;
  readonly by: { readonly userId: string; readonly callKey: null };
  time: number;

  constructor(context: DealContext, reference: string, userId: string, began: number) {
    this.time = began;
    this.context = { ...context, undoMs: 0, now: () => new Date(this.time) };
    this.reference = reference;
    this.by = { userId, callKey: null };
  }

  /** Throws unless the step went as expected. */
  done(outcome: object | null, hours = 3): void {
    this.time += hours * hourMs;
    if (outcome !== null && "ok" in outcome) return;
    throw new Error(`${this.reference}: ${JSON.stringify(outcome)}`);
  }
}

/** Title, how many days ago it began, steps. */
type Told<Kind extends Story> = readonly [
  title: string,
  daysAgo: number,
  ...steps: ((story: Kind) => Promise<void>)[],
];

/** A made-up story, and the path of its visitor's page. */
export interface Added {
  readonly title: string;
  readonly reference: string;
  readonly path: string;
}

/**
 * Lets submissions of this installation go through one story each; its server may be running. Returns none without a user,
 * or if the database does not exist or holds none of them.
 */
export async function tellStories<Kind extends Story>(
  config: Config,
  submission: Submission,
  references: readonly string[],
  stories: readonly Told<Kind>[],
  begin: new (...made: ConstructorParameters<typeof Story>) => Kind,
): Promise<readonly Added[]> {
  const told = await inInstallation(config, async (context, userId) => {
    const added: Added[] = [];
    for (const [index, [title, daysAgo, ...steps]] of stories.entries()) {
      const reference = references[index];
      if (reference === undefined) break;
      const began = Date.now() - daysAgo * 24 * hourMs;
      if (!(await redate(context, submission, reference, new Date(began)))) return [];
      const story = new begin(context, reference, userId, began);
      for (const step of steps) await step(story);
      const { url } = dealLink(context, { submission, reference, generation: 1 });
      added.push({ title, reference, path: new URL(url).pathname });
    }
    return added;
  });
  return told ?? [];
}

/** Acts on the database of this installation, whose server may be running. Returns null if there is none, or no user. */
export async function inInstallation<Result>(
  config: Config,
  act: (context: DealContext, userId: string) => Promise<Result>,
): Promise<Result | null> {
  if (config.database.engine === "sqlite" && !existsSync(config.database.file)) return null;
  const { close, ...database } = await openForCommand(config.database);
  try {
    const user = await database.reader.selectFrom("users").select("id").executeTakeFirst();
    if (user === undefined) return null;
    const context = await contextOf(config, { ...database, notifications: { publish: async () => {} } });
    return await act(context, user.id);
  } finally {
    await close();
  }
}

async function contextOf(config: Config, database: DealContext["database"]): Promise<DealContext> {
  const secrets = installationSecrets(config);
  const linkKeys = deriveKeys(secrets.linkSecret);
  const now = () => new Date();
  await loadFirm(database.reader, config.firm, now);
  const place = await openPhotoStore(config.photos);
  return {
    production: false, // What is made up may name the examples.
    database,
    secrets,
    keys: deriveKeys(secrets.sessionSecret),
    linkKeys,
    calendar: new BusinessCalendar(),
    mail: mailSettings(config, linkKeys),
    undoMs: config.undoMs,
    invoiceStart: config.invoiceStart,
    cards: null,
    photos: new CheckedPhotos(place, { database, linkKeys, log: console, now }),
    now,
    signFont: null,
    photoScript: null,
    sendOnScript: null,
  };
}

/** Lets a submission begin then. Returns false if there is no such one. */
async function redate(
  { database }: DealContext,
  { table }: Submission,
  reference: string,
  began: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await database.write((tx) =>
    tx
      .updateTable(table)
      .set({ created_at: began.toISOString() })
      .where("ref_number", "=", reference)
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows === 1n;
}
