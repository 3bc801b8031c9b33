import cookie from "@fastify/cookie";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";

import { BusinessCalendar } from "#domain/business-calendar.ts";
import { endpoints, type SiteConfig } from "#domain/wire.ts";

import { auditRoutes } from "./audit/audit-routes.ts";
import { authRoutes } from "./auth/auth-routes.ts";
import { confirmationRoute } from "./auth/confirmation-route.ts";
import { type PrintedAdmin, prepareFirstAdmin } from "./auth/first-admin.ts";
import { ownAccountRoutes } from "./auth/own-account-routes.ts";
import { userRoutes } from "./auth/user-routes.ts";
import { newestBackupTime } from "./backup/backup-folder.ts";
import { backupNotice } from "./backup/backup-health.ts";
import { backUpWhenDue } from "./backup/daily-backup.ts";
import { DailyPruning } from "./backup/daily-pruning.ts";
import { removeAbandonedDrills } from "./backup/remove-abandoned-drills.ts";
import type { Config } from "./config.ts";
import { openDatabase } from "./database/open-database.ts";
import { deskRoutes } from "./desk/desk-routes.ts";
import { exportRoute } from "./export/export-route.ts";
import { figuresRoute } from "./figures/figures-route.ts";
import { isCrossSite } from "./http/cross-site.ts";
import { handleErrors, refuse } from "./http/errors.ts";
import { logRequests } from "./http/request-log.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { bodyLimitBytes, createHttpServer, newRequestId } from "./http/server-options.ts";
import { watchForUntrustedProxy } from "./http/untrusted-proxy.ts";
import { proofOfWork } from "./limits/proof-of-work.ts";
import { liveRoutes } from "./live/live-routes.ts";
import { ConnectionQueue } from "./mail/connection-queue.ts";
import { createMailer } from "./mail/create-mailer.ts";
import type { Mailer } from "./mail/mailer.ts";
import { measuredMailer } from "./mail/measured-mailer.ts";
import type { SmtpTimes } from "./mail/smtp-mailer.ts";
import { ClockGuard } from "./operations/clock-guard.ts";
import { clockNotice } from "./operations/clock-notice.ts";
import { createCounters } from "./operations/counters.ts";
import { healthRoutes } from "./operations/health-routes.ts";
import { keepHouse } from "./operations/housekeeping.ts";
import { installationSecrets } from "./operations/installation-secrets.ts";
import { deriveKeys } from "./operations/keyed-hash.ts";
import type { Log } from "./operations/log.ts";
import { MailHealth } from "./operations/mail-health.ts";
import { mailJournalRoute } from "./operations/mail-journal-route.ts";
import { testMailOnceADay } from "./operations/mail-self-test.ts";
import { type NoticeSource, noticesRoute } from "./operations/notices.ts";
import { UnderWay } from "./operations/under-way.ts";
import { makeSearchable } from "./records/make-searchable.ts";
import { orderRoute } from "./records/order-route.ts";
import { recordRoutes } from "./records/record-routes.ts";
import { dateRecords } from "./records/reply-times.ts";
import { replyRoutes } from "./replies/reply-routes.ts";
import { keepErasuresLogged } from "./retention/log-erasures.ts";
import { removeExpiredWhenDue } from "./retention/remove-expired.ts";
import { retentionNotice } from "./retention/retention-notice.ts";
import type { Services } from "./services.ts";
import { settingsNotices } from "./settings-notices.ts";
import { formRoutes } from "./site/form-routes.ts";
import type { Site } from "./site/page.ts";
import { securityTxtRoute } from "./site/security-txt.ts";
import { siteListener } from "./site/serve-site.ts";
import { loadSiteFiles } from "./site/site-files.ts";
import { thanksRoute } from "./site/thanks-route.ts";
import { readableUrl, unknownPaths } from "./site/unknown-paths.ts";
import { forgetLostSends } from "./submissions/attempts.ts";
import { floodNotice } from "./submissions/flood-notice.ts";
import { MailStep } from "./submissions/mail-step.ts";
import { sendMailRoute } from "./submissions/send-mail-route.ts";
import { unreadableNotice } from "./submissions/unreadable-attempts.ts";

export interface AppOptions {
  readonly config: Config;
  readonly log: Log;
  /** The folder of built pages; null serves calls only. */
  readonly siteFolder: string | null;
  readonly now?: () => Date;
  /** Milliseconds since some moment, at the same pace whatever the clock is set to. */
  readonly uptime?: () => number;
  readonly mailer?: Mailer;
  /** Shorter waits for mail, for tests. */
  readonly mailTimes?: Partial<SmtpTimes>;
}

export interface App {
  readonly server: FastifyInstance;
  readonly services: Services;
  /** The first admin, if this start has made a password for them. */
  readonly firstAdmin: PrintedAdmin | null;
  /** Looks whether the clock can be right. */
  watchClock(): Promise<void>;
  keepHouse(): Promise<void>;
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
  const closing = new AbortController();
  const jobs = new UnderWay();
  const server = await buildServer(options, services, closing.signal);
  return {
    server,
    services,
    firstAdmin,
    watchClock: () => clock.watch(),
    keepHouse: () => keepHouse({ ...services, log }, config.adoptAfter),
    probeMail: () => mailHealth.probe(plainMailer),
    async testMail() {
      if (config.mailSelfTest === null) return;
      await testMailOnceADay({ database, mailer, mail, log, now }, config.mailSelfTest);
    },
    backUp: () => jobs.track(backUpWhenDue({ config, database, clock, log, now }, closing.signal)),
    removeAbandonedDrills: () => removeAbandonedDrills(config, log),
    keepErasures: erasures,
    pruneBackups: () => pruning.pruneWhenDue(),
    removeExpired: () => removeExpiredWhenDue({ config, database, clock, keys, log }),
    async close() {
      closing.abort();
      await server.close();
      await mailStep.close();
      await jobs.settled(); // A drill that was stopped drops its copy of the database.
      await database.close();
    },
  };
}

async function buildServer(
  { config, log, siteFolder }: AppOptions,
  services: Services,
  stopping: AbortSignal,
): Promise<FastifyInstance> {
  const site = siteFolder === null ? null : loadSiteFiles(siteFolder, siteOf(config));
  const serveSite = site === null ? null : siteListener(site);
  const logger: FastifyBaseLogger = log;
  const server = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    genReqId: newRequestId,
    rewriteUrl: ({ url = "/" }) => readableUrl(url),
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    serverFactory: (handler) =>
      createHttpServer((request, response) => {
        if (serveSite === null || !serveSite(request, response)) handler(request, response);
      }, stopping),
  });
  server.removeContentTypeParser("text/plain");
  handleErrors(server);
  logRequests(server);
  if (config.production) services.noticeSources.push(watchForUntrustedProxy(server));
  protectEveryAnswer(server, config.siteOrigin);
  await server.register(cookie);
  healthRoutes(server, services);
  sendMailRoute(server, services);
  recordRoutes(server, services);
  authRoutes(server, services);
  mailJournalRoute(server, services);
  noticesRoute(server, services);
  orderRoute(server, services);
  deskRoutes(server, services);
  figuresRoute(server, services);
  exportRoute(server, services);
  liveRoutes(server, services, log);
  confirmationRoute(server, services);
  ownAccountRoutes(server, services);
  userRoutes(server, services);
  replyRoutes(server, services);
  auditRoutes(server, services);
  await formRoutes(server, services);
  if (site !== null) thanksRoute(server, services, site);
  server.get(endpoints.config, (): SiteConfig => siteConfig(config, services));
  securityTxtRoute(server, config.siteOrigin, services.now);
  unknownPaths(server);
  return server;
}

function siteOf({ siteOrigin, analytics }: Config): Site {
  return { origin: siteOrigin, analyticsOrigin: analytics === null ? null : new URL(analytics.src).origin };
}

function siteConfig({ analytics, closures }: Config, { secrets }: Services): SiteConfig {
  return {
    anonKey: secrets.anonKey,
    ...(analytics === null ? {} : { analytics }),
    ...(closures.length === 0 ? {} : { closures: [...closures] }),
  };
}

function protectEveryAnswer(server: FastifyInstance, siteOrigin: string): void {
  const headers = securityHeaders(siteOrigin);
  server.addHook("onRequest", async (request, reply) => {
    reply.headers({ ...headers, "cache-control": "no-store", "x-request-id": request.id });
    const isWrite = request.method !== "GET" && request.method !== "HEAD";
    if (!isWrite || !isCrossSite(request.headers, siteOrigin)) return undefined;
    const message = "Requests from other sites are refused";
    return refuse(request, reply, { status: 403, message, code: "42501" });
  });
}
