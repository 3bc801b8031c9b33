import type { FastifyInstance } from "fastify";

import { BusinessCalendar } from "#domain/business-calendar.ts";

import { type PrintedAdmin, prepareFirstAdmin } from "./features/auth/first-admin.ts";
import { newestBackupTime, oldestBackup } from "./features/backup/backup-folder.ts";
import { backupNotice } from "./features/backup/backup-health.ts";
import { backUpWhenDue, DailyPruning } from "./features/backup/daily-backup.ts";
import { removeAbandonedDrills } from "./features/backup/drill-databases.ts";
import { makeSearchable } from "./features/records/make-searchable.ts";
import { dateRecords } from "./features/records/reply-times.ts";
import { keepErasuresLogged } from "./features/retention/log-erasures.ts";
import { removeExpiredWhenDue } from "./features/retention/remove-expired.ts";
import { retentionNotice } from "./features/retention/retention-notice.ts";
import { forgetLostSends } from "./features/submissions/attempts.ts";
import { floodNotice } from "./features/submissions/flood-notice.ts";
import { MailStep, type SubmissionServices } from "./features/submissions/mail-step.ts";
import { unreadableNotice } from "./features/submissions/unreadable-attempts.ts";
import { runHousekeeping } from "./housekeeping.ts";
import { buildHttpServer, type HttpServerOptions } from "./http-server.ts";
import { openDatabase } from "./platform/database/open-database.ts";
import { UnderWay } from "./platform/jobs/job.ts";
import { createCounters } from "./platform/observability/metrics.ts";
import { installationSecrets } from "./platform/secrets/installation-secrets.ts";
import { deriveKeys } from "./platform/secrets/keyed-hash.ts";
import { proofOfWork } from "./services/limits/proof-of-work.ts";
import { ConnectionQueue } from "./services/mail/connection-queue.ts";
import { createMailer, measuredMailer } from "./services/mail/create-mailer.ts";
import { MailHealth } from "./services/mail/mail-health.ts";
import { testMailOnceADay } from "./services/mail/mail-self-test.ts";
import type { Mailer } from "./services/mail/mailer.ts";
import type { SmtpTimes } from "./services/mail/smtp-mailer.ts";
import { ClockGuard, clockNotice } from "./services/schedule/clock-guard.ts";
import type { NoticeSource } from "./services/services.ts";
import { settingsNotices } from "./settings-notices.ts";

const backupJob = new URL("./drill/backup-job.ts", import.meta.url);

export interface AppOptions extends HttpServerOptions {
  readonly now?: () => Date;
  /** Milliseconds since some moment, at the same pace whatever the clock is set to. */
  readonly uptime?: () => number;
  readonly mailer?: Mailer;
  /** Shorter waits for mail, for tests. */
  readonly mailTimes?: Partial<SmtpTimes>;
}

export interface App {
  readonly server: FastifyInstance;
  readonly services: SubmissionServices;
  /** The first admin, if this start has made a password for them. */
  readonly firstAdmin: PrintedAdmin | null;
  /** Looks whether the clock can be right. */
  watchClock(): Promise<void>;
  runHousekeeping(): Promise<void>;
  probeMail(): Promise<void>;
  /** The daily self-test, where it is switched on and due. */
  testMail(): Promise<void>;
  /** Takes and drills the day's backup, where that is set up and due. */
  backUp(): Promise<void>;
  /** Drops the databases that killed drills left behind. */
  removeAbandonedDrills(): Promise<void>;
  /** Lists the erasures made on other instances beside our backups, too. */
  keepErasures(): Promise<void>;
  /** Removes, each day, backups that are too old. */
  pruneBackups(): Promise<void>;
  /** Removes, each night, the records that are due. */
  removeExpired(): Promise<void>;
  /** Lets requests and receipts finish, then closes the database. */
  close(): Promise<void>;
}

/** Builds everything, in order; nothing listens yet. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, log, now = () => new Date(), uptime = () => performance.now() } = options;
  const secrets = installationSecrets(config);
  const keys = deriveKeys(secrets.sessionSecret);
  const database = await openDatabase(config.database);
  const clock = new ClockGuard({ database, log, now, uptime });
  await clock.begin(await newestBackupTime(config.backup.folder, now()));
  const isAlone = database.engine === "sqlite";
  await database.write((tx) => forgetLostSends(tx, isAlone ? null : now()));
  await makeSearchable(database);
  const { sessionSecret } = secrets;
  const erasures = () => keepErasuresLogged({ config, database, keys, now, sessionSecret }, log);
  await erasures();
  const calendar = new BusinessCalendar(config.closures);
  await dateRecords(database, calendar);
  const firstAdmin = await prepareFirstAdmin({ database, keys, now }, config.firstAdmin);
  const mailHealth = new MailHealth(log, now, config.mailTo);
  const counters = createCounters();
  const { mailWaits } = counters;
  const mailConnections = new ConnectionQueue(config.mailConnections, (to, seconds) =>
    mailWaits.observe({ to }, seconds),
  );
  const plainMailer =
    options.mailer ?? createMailer(config.mail, mailConnections, counters, options.mailTimes);
  const mailer = mailHealth.watching(measuredMailer(plainMailer, counters, config.mailTo));
  const mail = { from: config.mailFrom, to: config.mailTo, siteOrigin: config.siteOrigin };
  const { limits, metricsToken } = config;
  const asked = { limits, counters, proofOfWork: proofOfWork(keys, limits.proofSeconds, now) };
  const mailStep = new MailStep({ database, keys, mailer, mail, calendar, log, now, ...asked });
  const { loginFailures } = limits;
  const backsUp = config.backup.folder !== null;
  const pruning = new DailyPruning({ config, clock, log });
  const noticeSources: NoticeSource[] = [
    ...settingsNotices(config).map((notice) => async () => notice),
    () => clockNotice(clock),
    () => floodNotice({ database, limits, now }),
    () => backupNotice({ database, backsUp, now }),
    () => pruning.notice(),
    () => retentionNotice(database),
    () => unreadableNotice({ database, keys }),
  ];
  const watched = { metricsToken, mailHealth, mailConnections, counters, backsUp, noticeSources };
  const services = {
    database,
    clock,
    secrets,
    keys,
    mailStep,
    calendar,
    limits,
    loginFailures,
    now,
    ...watched,
  };
  const oldest = () => oldestBackup(config.backup.folder);
  const closing = new AbortController();
  const jobs = new UnderWay();
  const server = await buildHttpServer(options, services, closing.signal);
  return {
    server,
    services,
    firstAdmin,
    watchClock: () => clock.watch(),
    runHousekeeping: () => runHousekeeping({ ...services, log }, config.adoptAfter),
    probeMail: () => mailHealth.probe(plainMailer),
    async testMail() {
      if (config.mailSelfTest === null) return;
      await testMailOnceADay({ database, mailer, mail, log, now }, config.mailSelfTest);
    },
    backUp: () =>
      jobs.track(backUpWhenDue({ jobFile: backupJob, config, database, clock, log, now }, closing.signal)),
    removeAbandonedDrills: () => removeAbandonedDrills(config, log),
    keepErasures: erasures,
    pruneBackups: () => pruning.pruneWhenDue(),
    removeExpired: () => removeExpiredWhenDue({ config, database, clock, keys, log, oldestBackup: oldest }),
    async close() {
      closing.abort();
      await server.close();
      await mailStep.close();
      await jobs.settled(); // A drill that was stopped drops its copy of the database.
      await database.close();
    },
  };
}
