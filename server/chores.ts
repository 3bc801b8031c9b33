import { hourMs, minuteMs } from "#domain/durations.ts";
import { nightlyShare, retentionTime } from "#domain/retention.ts";

import { purgeSessions } from "./features/auth/sessions.ts";
import { pruneBackups } from "./features/backup/backup-folder.ts";
import { takeDailyBackup } from "./features/backup/daily-backup.ts";
import { purgeImports } from "./features/deals/bank/bank-import.ts";
import { runDealChores } from "./features/deals/deal-chores.ts";
import { quotes } from "./features/deals/deal/quotes.ts";
import { releaseVersions } from "./features/deals/deal/sent-versions.ts";
import { recheckSessions } from "./features/deals/orders/card-sessions.ts";
import { retryRefunds } from "./features/deals/orders/waiting-refunds.ts";
import { purgeUploads, tidyUploads } from "./features/deals/photos/finish-upload.ts";
import { noteStrayPhotos, removePhotoFiles } from "./features/deals/photos/photo-removals.ts";
import { offers } from "./features/deals/sales/offers.ts";
import { takeIn } from "./features/inbox/take-in.ts";
import { readSaid } from "./features/records/said-words.ts";
import { mergeSearchIndexes } from "./features/records/search.ts";
import { removeExpired } from "./features/retention/remove-expired.ts";
import { purgeStockImports } from "./features/stock/stock-import.ts";
import { forgetLostSends, purgeAttempts } from "./features/submissions/attempts.ts";
import { adoptMailed } from "./features/submissions/store-submission.ts";
import type { Config } from "./platform/config/config.ts";
import { removeAbandonedScratch } from "./platform/files/files.ts";
import type { Log } from "./platform/observability/log.ts";
import { purgeAudit } from "./services/audit/audit-log.ts";
import { purgeLimits } from "./services/limits/limits.ts";
import { purgeMails } from "./services/mail/outbox-table.ts";
import type { Chore } from "./services/schedule/chores.ts";
import type { Services } from "./services/services.ts";

export interface ServerContext extends Services {
  readonly config: Config;
  readonly log: Log;
  /** Aborts when the server stops. The next start does what that cuts off. */
  readonly stopping: AbortSignal;
}

export const chores = [
  { name: "outbox", every: 1000, isOwn: true, run: sendWhatIsDue },
  {
    name: "mail probe",
    every: 15_000,
    isOwn: true,
    run: ({ mailHealth }) => mailHealth.probe(),
  },
  {
    name: "firm",
    every: 3000,
    isOwn: true,
    run: ({ firmWatch, database }) => firmWatch.refresh(database.reader),
  },
  { name: "disk", every: minuteMs, isOwn: true, run: ({ disk }) => disk.look() },
  { name: "inbox", every: 1000, isOwn: true, run: readInbox },
  {
    name: "inbox folder",
    every: hourMs,
    isOwn: true,
    removes: true,
    run: ({ inbox, now }) => inbox.purge(now()),
  },
  { name: "housekeeping", every: minuteMs, run: housekeeping },
  { name: "old rows", every: minuteMs, removes: true, run: removeOldRows },
  { name: "deals", every: minuteMs, removes: true, run: runDealChores },
  { name: "photos", every: minuteMs, run: tidyUploads },
  { name: "photo files", every: minuteMs, removes: true, run: removePhotoFiles },
  { name: "photo probe", every: 15_000, isOwn: true, run: ({ photos }) => photos.probe() },
  { name: "stray photos", every: minuteMs, at: () => retentionTime, run: noteStrayPhotos },
  { name: "cards", every: 15_000, isOwn: true, run: settleCards },
  { name: "retention", every: minuteMs, at: () => retentionTime, removes: true, run: removeExpired },
  { name: "audit list", every: minuteMs, at: () => retentionTime, removes: true, run: purgeOldAudit },
  { name: "said words", every: minuteMs, run: ({ database }) => readSaid(database) },
  { name: "search index", every: minuteMs, at: () => retentionTime, run: mergeSearchIndexes },
  {
    name: "backup",
    every: minuteMs,
    at: ({ backup }) => (backup.folder === null ? null : backup.at),
    run: takeDailyBackup,
  },
  { name: "old backups", every: hourMs, isOwn: true, removes: true, run: pruneBackups },
  {
    name: "scratch folders",
    every: hourMs,
    isOwn: true,
    run: ({ config }) => removeAbandonedScratch(config.dataDir),
  },
] as const satisfies readonly Chore<ServerContext>[];

export type ChoreName = (typeof chores)[number]["name"];

/** Quotes and offers that can no longer be undone bring mails of their own. A slow mail server holds up no further run. */
async function sendWhatIsDue(context: ServerContext): Promise<void> {
  await releaseVersions(quotes, context);
  await releaseVersions(offers, context);
  void context.outbox.sendDue();
}

/** Settles payments and refunds that the card company has not told us of, or has not heard from us. */
async function settleCards(context: ServerContext): Promise<void> {
  await recheckSessions(context);
  await retryRefunds(context);
}

/** Instances take turns. */
function readInbox(context: ServerContext): Promise<void> {
  return context.inbox.look((messages) => takeIn(context, messages));
}

async function housekeeping(context: ServerContext): Promise<void> {
  const { config, database, outbox, log, now } = context;
  const adopted = await adoptMailed(context, config.adoptAfter);
  if (adopted > 0) log.info({ adopted }, "mailed submissions stored by the sweeper");
  await outbox.forgetLostSends(now());
  await database.write((tx) => forgetLostSends(tx, now()));
}

function removeOldRows({ database, now }: ServerContext): Promise<void> {
  return database.write(async (tx) => {
    await purgeLimits(tx, now());
    await purgeUploads(tx, now());
    await purgeSessions(tx, now());
    await purgeAttempts(tx, now());
    await purgeMails(tx, now());
    await purgeImports(tx, now());
    await purgeStockImports(tx, now());
  });
}

/** Apart from the other removals, because the database refuses it if its own clock disagrees. */
function purgeOldAudit(context: ServerContext): Promise<void> {
  return context.database.write((tx) => purgeAudit(tx, context, nightlyShare));
}
