import { BusinessCalendar } from "#domain/business-calendar.ts";

import { prepareFirstAdmin } from "./features/auth/first-admin.ts";
import { newestBackupTime, oldestBackup } from "./features/backup/backup-folder.ts";
import { backupNotice, damageNotice } from "./features/backup/backup-health.ts";
import { backUpWhenDue, HourlyPruning } from "./features/backup/daily-backup.ts";
import { removeAbandonedCopies } from "./features/backup/drill-databases.ts";
import { runDealChores } from "./features/deals/deal-chores.ts";
import { dealWatchers } from "./features/deals/deal/deal-mail.ts";
import { noteStep } from "./features/deals/deal/note-step.ts";
import { replyKind, replyWatcher } from "./features/desk/send-reply.ts";
import { failedMailsNotice } from "./features/health/failed-mails-notice.ts";
import { keepErasuresLogged } from "./features/retention/keep-erasures.ts";
import { removeExpiredWhenDue } from "./features/retention/remove-expired.ts";
import { retentionNotice } from "./features/retention/retention-night.ts";
import { signFontIn } from "./features/site/pages.ts";
import { forgetLostSends } from "./features/submissions/attempts.ts";
import { floodNotice } from "./features/submissions/mail-budget.ts";
import { MailStep } from "./features/submissions/mail-step.ts";
import { unreadableNotice } from "./features/submissions/unreadable-attempts.ts";
import { runHousekeeping } from "./housekeeping.ts";
import { buildHttpServer, type HttpServerOptions } from "./http-server.ts";
import { openDatabase } from "./platform/database/open-database.ts";
import { UnderWay } from "./platform/jobs/job.ts";
import { type Counters, createCounters } from "./platform/observability/metrics.ts";
import { installationSecrets } from "./platform/secrets/installation-secrets.ts";
import { deriveKeys } from "./platform/secrets/keyed-hash.ts";
import { checkLinkSecret } from "./platform/secrets/link-secret-check.ts";
import { proofOfWork } from "./services/limits/proof-of-work.ts";
import { ConnectionQueue, type Recipient } from "./services/mail/connection-queue.ts";
import { createMailer, measuredMailer } from "./services/mail/create-mailer.ts";
import { MailHealth } from "./services/mail/mail-health.ts";
import type { Mailer } from "./services/mail/mailer.ts";
import { Outbox } from "./services/mail/outbox.ts";
import type { SmtpTimes } from "./services/mail/smtp-mailer.ts";
import { ClockGuard, clockNotice } from "./services/schedule/clock-guard.ts";
import type { NoticeSource, Services } from "./services/services.ts";
import { settingsNotices } from "./settings-notices.ts";

const backupJob = new URL("./drill/backup-job.ts", import.meta.url);

export interface AppOptions extends HttpServerOptions {
  readonly now?: () => Date;
  readonly uptime?: () => number;
  readonly mailer?: Mailer;
  readonly mailTimes?: Partial<SmtpTimes>;
}

export type App = Awaited<ReturnType<typeof buildApp>>;

/** Builds everything, in order; nothing listens yet. */
export async function buildApp(options: AppOptions) {
  const { config, log, now = () => new Date(), uptime = () => performance.now() } = options;
  const { limits, metricsToken } = config;
  const secrets = installationSecrets(config);
  const keys = deriveKeys(secrets.sessionSecret);
  const linkKeys = deriveKeys(secrets.linkSecret);
  const database = await openDatabase(config.database);
  await checkLinkSecret(database, linkKeys).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const clock = new ClockGuard({ database, log, now, uptime });
  await clock.begin(await newestBackupTime(config.backup.folder, now()));
  const context = { config, database, clock, keys, log, now };
  const calendar = new BusinessCalendar(config.closures);
  const closing = new AbortController();
  const retention = {
    ...context,
    oldestBackup: () => oldestBackup(config.backup.folder),
    stopping: closing.signal,
  };
  const keepErasures = () => keepErasuresLogged({ ...retention, sessionSecret: secrets.sessionSecret });
  // Sends of other instances may still be going on.
  await database.write((tx) => forgetLostSends(tx, database.engine === "sqlite" ? null : now()));
  await keepErasures();
  const counters = createCounters();
  const { plainMailer, mailer, mailHealth, mailConnections } = createMailing(options, counters, now);
  const mail = { from: config.mailFrom, to: config.mailTo, siteOrigin: config.siteOrigin };
  const submitting = { limits, counters, proofOfWork: proofOfWork(keys, limits.proofSeconds, now) };
  const atMost = Math.max(1, config.mailConnections - 1);
  const outbox = new Outbox({
    database,
    mailer,
    log,
    now,
    atMost,
    watchers: {
      [replyKind]: replyWatcher({ database, calendar }),
      ...dealWatchers({ database, calendar }),
    },
  });
  if (database.engine === "sqlite") await outbox.forgetLostSends(null);
  const mailStep = new MailStep({ database, keys, mailer, outbox, mail, calendar, log, now, ...submitting });
  const pruning = new HourlyPruning({ config, clock, log });
  const services = {
    database,
    clock,
    secrets,
    keys,
    linkKeys,
    deals: config.deals,
    noteStep,
    mailStep,
    mail,
    undoMs: config.undoMs,
    outbox,
    calendar,
    limits,
    now,
    metricsToken,
    mailHealth,
    mailConnections,
    signFont: options.siteFolder === null ? null : signFontIn(options.siteFolder),
    counters,
    backsUp: config.backup.folder !== null,
    noticeSources: noticeSourcesOf(context, pruning),
  };
  const chores = new UnderWay();
  /** Closing waits for it. The next start does what closing cuts off. */
  const chore = (work: () => Promise<void>) => () =>
    chores.track(
      work().catch((error: unknown) => {
        if (!closing.signal.aborted) throw error;
        log.info({ err: error }, "a chore was cut off by the stop");
      }),
    );
  const server = await buildHttpServer(options, services, closing.signal);
  // Last: its password is lost if the start fails after it.
  const firstAdmin = await prepareFirstAdmin({ database, keys, now }, config.firstAdmin);
  return {
    server,
    services,
    /** Null unless this start has generated a password for the first admin. */
    firstAdmin,
    watchClock: chore(() => clock.watch()),
    runHousekeeping: chore(() => runHousekeeping({ ...services, log }, config.adoptAfter)),
    probeMail: () => mailHealth.probe(plainMailer),
    /** Sends the mails to customers that are due. */
    sendMails: () => outbox.sendDue(),
    backUp: chore(() => backUpWhenDue({ ...context, jobFile: backupJob }, closing.signal)),
    removeAbandonedCopies: chore(() => removeAbandonedCopies(config, log)),
    /** Copies erasures made on other instances to this instance's lists, and removes forgotten ones from them. */
    keepErasures: chore(keepErasures),
    pruneBackups: chore(() => pruning.pruneWhenDue()),
    removeExpired: chore(() => removeExpiredWhenDue(retention)),
    /** Reminders, lapsed orders, expired quotes and digests that are due. */
    runDealChores: chore(() => runDealChores({ ...services, log })),
    async close() {
      closing.abort();
      await server.close();
      await Promise.all([mailStep.close(), outbox.close()]);
      await chores.settled(); // A stopped drill drops its copy of the database.
      await database.close();
    },
  };
}

function createMailing(
  { config, log, mailer: given, mailTimes }: AppOptions,
  counters: Counters,
  now: () => Date,
) {
  const mailHealth = new MailHealth(log, now, config.mailTo);
  const noteWait = (to: Recipient, seconds: number) => counters.mailWaits.observe({ to }, seconds);
  const mailConnections = new ConnectionQueue(config.mailConnections, noteWait);
  const plainMailer = given ?? createMailer(config.mail, mailConnections, counters, mailTimes);
  const mailer = mailHealth.watching(measuredMailer(plainMailer, counters, config.mailTo));
  return { plainMailer, mailer, mailHealth, mailConnections };
}

type NoticeContext = Pick<Services, "database" | "clock" | "keys" | "now"> & Pick<AppOptions, "config">;

function noticeSourcesOf(context: NoticeContext, pruning: HourlyPruning): NoticeSource[] {
  const { config, database, clock, keys, now } = context;
  const { limits, backup } = config;
  return [
    ...settingsNotices(config).map((notice) => async () => notice),
    () => clockNotice(clock),
    () => floodNotice({ database, limits, now }),
    () => damageNotice(database),
    () => backupNotice({ database, backsUp: backup.folder !== null, now }),
    () => pruning.notice(),
    () => retentionNotice(database),
    () => failedMailsNotice({ database }),
    () => unreadableNotice({ database, keys }),
  ];
}
