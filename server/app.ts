import { BusinessCalendar } from "#domain/business-calendar.ts";

import { type ServerContext, type ChoreName, chores } from "./chores.ts";
import { prepareFirstAdmin } from "./features/auth/users.ts";
import { oldBackupsNotice } from "./features/backup/backup-folder.ts";
import { backupNotice } from "./features/backup/daily-backup.ts";
import { dealWatchers } from "./features/deals/deal/deal-mail.ts";
import { noteAnyStep } from "./features/deals/note-any-step.ts";
import { disputesNotice } from "./features/deals/orders/taken-back.ts";
import { refundsNotice } from "./features/deals/orders/waiting-refunds.ts";
import { strayNotice } from "./features/deals/photos/photo-removals.ts";
import { replyKind, replyWatcher } from "./features/desk/send-reply.ts";
import { damageNotice, failedMailsNotice } from "./features/health/notices.ts";
import { readyNotice } from "./features/ready/ready-lines.ts";
import { retentionNotice } from "./features/retention/remove-expired.ts";
import { scriptIn, signFontIn } from "./features/site/built-assets.ts";
import { forgetLostSends, unreadableNotice } from "./features/submissions/attempts.ts";
import { MailStep } from "./features/submissions/mail-step.ts";
import { floodNotice } from "./features/submissions/submission-limits.ts";
import { buildHttpServer, type HttpServerOptions } from "./http-server.ts";
import type { Database, Query } from "./platform/database/database.ts";
import { openDatabase } from "./platform/database/open-database.ts";
import { removeDeadScratch } from "./platform/files/files.ts";
import { UnderWay } from "./platform/jobs/job.ts";
import { createCounters } from "./platform/observability/metrics.ts";
import { checkLinkSecret, installationSecrets } from "./platform/secrets/installation-secrets.ts";
import { deriveKeys, type Keys } from "./platform/secrets/keyed-hash.ts";
import { type CardTimes, stripeCards } from "./services/cards/stripe-cards.ts";
import { DiskSpace } from "./services/disk/disk-space.ts";
import { FirmWatch } from "./services/firm/stored-firm.ts";
import { createInbox, type InboxTimes } from "./services/inbox/inbox.ts";
import { proofOfWork } from "./services/limits/proof-of-work.ts";
import { ConnectionQueue } from "./services/mail/connection-queue.ts";
import { createMailer, mailSettings } from "./services/mail/create-mailer.ts";
import { MailHealth } from "./services/mail/mail-health.ts";
import { bareAddress, type Mailer } from "./services/mail/mail.ts";
import { Outbox } from "./services/mail/outbox.ts";
import type { SmtpOptions } from "./services/mail/smtp-mailer.ts";
import { CheckedPhotos } from "./services/photos/checked-photos.ts";
import { openPhotoStore } from "./services/photos/open-photo-store.ts";
import { runChore } from "./services/schedule/chores.ts";
import { clockNotice, untilJump } from "./services/schedule/clock-jump.ts";
import type { NoticeSource, Services } from "./services/services.ts";
import { keepFirstPlace, Trial } from "./services/trial/trial.ts";
import { settingsNoticeSources } from "./settings-notices.ts";

export interface AppOptions extends HttpServerOptions {
  readonly now?: () => Date;
  /** Milliseconds since the start, by a clock that nobody can set. */
  readonly steady?: () => number;
  readonly mailer?: Mailer;
  readonly mailTimes?: SmtpOptions["times"];
  readonly inboxTimes?: Partial<InboxTimes>;
  readonly cardTimes?: Partial<CardTimes>;
}

export type App = Awaited<ReturnType<typeof buildApp>>;

/** Builds everything, in order; nothing listens yet. */
export async function buildApp(options: AppOptions) {
  const { config, log } = options;
  const stopping = new AbortController();
  const { services, mailStep } = await openServices(options, stopping.signal);
  const { database, outbox, keys, now, trial } = services;
  const server = await buildHttpServer(options, services, stopping.signal);
  // Last: its password is lost if the start fails after it.
  const firstAdmin = await prepareFirstAdmin({ database, keys, now }, config.firstAdmin);
  const context: ServerContext = { ...services, config, log, stopping: stopping.signal };
  const underWay = new UnderWay();
  return {
    server,
    services,
    /** Set if this start has generated a password for the first admin. */
    firstAdmin,
    /** Runs a chore if it is due, and this is the shop. Closing waits for it. */
    run: async (name: ChoreName): Promise<void> => {
      const chore = chores.find((one) => one.name === name);
      if (chore === undefined) return;
      const work = async () => {
        if ((await trial.reason()) === null) await runChore(chore, context);
      };
      const run = work().catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error;
        log.info({ err: error }, `${name} was cut off by the stop`);
      });
      await underWay.track(run);
    },
    async close() {
      stopping.abort();
      services.inbox.close();
      await server.close();
      await Promise.all([mailStep.close(), outbox.close()]);
      await underWay.settled();
      await database.close();
    },
  };
}

/** Opens the database and makes what the features share. */
async function openServices(options: AppOptions, stopping: AbortSignal) {
  const { config, log, now = () => new Date() } = options;
  const { limits, metricsToken } = config;
  const sinceJumpMs = untilJump(now, options.steady);
  const secrets = installationSecrets(config);
  const keys = deriveKeys(secrets.sessionSecret);
  const linkKeys = deriveKeys(secrets.linkSecret);
  const disk = new DiskSpace(config.dataDir, now);
  const database = await openCheckedDatabase(options, linkKeys, disk);
  const trial = new Trial(database, config.isTrial);
  const firmWatch = new FirmWatch({ now, firmGiven: config.firm });
  await firmWatch.refresh(database.reader);
  const calendar = new BusinessCalendar();
  const counters = createCounters();
  const mailConnections = new ConnectionQueue(config.mailConnections, (to, seconds) =>
    counters.mailWaits.observe({ to }, seconds),
  );
  const plainMailer =
    options.mailer ?? createMailer(config.mail, mailConnections, counters, options.mailTimes);
  const mail = mailSettings(config, linkKeys);
  const mailer = new MailHealth(plainMailer, {
    log,
    now,
    counters,
    isOurs: (to) => to === bareAddress(mail.to),
  });
  const outbox = new Outbox({
    database,
    mailer,
    linkKeys,
    log,
    now,
    atMost: Math.max(1, config.mailConnections - 1),
    watchers: {
      [replyKind]: replyWatcher({ database, calendar }),
      ...dealWatchers({ database, calendar }),
    },
  });
  const inbox = createInbox(
    config.inbox,
    { database, counters, log, scratch: config.dataDir },
    options.inboxTimes,
  );
  if ((await trial.reason()) === null) await forgetWhatWasCutOff(database, outbox, now);
  if (!config.isTrial) await removeDeadScratch(config.dataDir);
  const submitting = { secrets, limits, counters, proofOfWork: proofOfWork(keys, limits.proofSeconds, now) };
  const mailStep = new MailStep({ database, keys, mailer, outbox, mail, calendar, log, now, ...submitting });
  const photos = new CheckedPhotos(await openPhotoStore(config.photos), { database, linkKeys, log, now });
  const services = {
    production: config.production,
    database,
    trial,
    secrets,
    keys,
    linkKeys,
    invoiceStart: config.invoiceStart,
    firmGiven: config.firm,
    firmWatch,
    cards: config.cards === null ? null : stripeCards(config.cards, options.cardTimes),
    noteStep: (tx: Query, reference: string, at: Date) => noteAnyStep(tx, { calendar }, reference, at),
    mailStep,
    mail,
    inbox,
    photos,
    pictures: { log, stopping, scratch: config.dataDir },
    undoMs: config.undoMs,
    outbox,
    calendar,
    limits,
    now,
    sinceJumpMs,
    disk,
    metricsToken,
    mailHealth: mailer,
    mailConnections,
    photoScript: options.siteFolder === null ? null : scriptIn(options.siteFolder, "photos"),
    sendOnScript: options.siteFolder === null ? null : scriptIn(options.siteFolder, "send-on"),
    signFont: options.siteFolder === null ? null : signFontIn(options.siteFolder),
    counters,
    backsUp: config.backup.folder !== null,
    noticeSources: noticeSourcesOf({
      config,
      database,
      disk,
      inbox,
      keys,
      mail,
      now,
      photos,
      sinceJumpMs,
      trial,
    }),
  };
  return { services, mailStep };
}

async function openCheckedDatabase(
  { config }: AppOptions,
  linkKeys: Keys,
  disk: DiskSpace,
): Promise<Database> {
  const database = await openDatabase(config.database, () => disk.noteFull());
  try {
    await checkLinkSecret(database, linkKeys);
    if (!config.isTrial) await keepFirstPlace(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Marks sends that the last process left unfinished. Sends of other instances may still be going on. */
async function forgetWhatWasCutOff(database: Database, outbox: Outbox, now: () => Date): Promise<void> {
  const isAlone = database.engine === "sqlite";
  await database.write((tx) => forgetLostSends(tx, isAlone ? null : now()));
  if (isAlone) await outbox.forgetLostSends(null);
}

type NoticeContext = Pick<
  Services,
  "database" | "disk" | "inbox" | "keys" | "mail" | "now" | "photos" | "sinceJumpMs" | "trial"
> &
  Pick<AppOptions, "config">;

function noticeSourcesOf(context: NoticeContext): NoticeSource[] {
  const { config, database, disk, inbox, keys, now, photos, trial } = context;
  const { limits, backup } = config;
  return [
    () => trial.notice(),
    ...settingsNoticeSources(config),
    // A trial opens nothing.
    async (isOwner) => (isOwner && (await trial.reason()) === null ? readyNotice(context) : null),
    () => floodNotice({ database, limits, now }),
    () => damageNotice(database),
    async () => disk.notice(),
    () => backupNotice({ database, backsUp: backup.folder !== null, now }),
    () => oldBackupsNotice(backup.folder, now()),
    () => retentionNotice(database.reader, now()),
    () => clockNotice(context),
    () => failedMailsNotice(database),
    () => refundsNotice(database.reader, now()),
    () => disputesNotice(database.reader, now()),
    () => unreadableNotice({ database, keys }),
    async () => inbox.notice(),
    async () => photos.notice(),
    () => strayNotice({ database, now }),
  ];
}
