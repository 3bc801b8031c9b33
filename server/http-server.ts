import { existsSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { join } from "node:path";

import cookie from "@fastify/cookie";
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";

import type { BusinessCalendar } from "#domain/business-calendar.ts";
import { business } from "#domain/business.ts";
import { buildHeader } from "#domain/desk-wire.ts";
import { endpoints } from "#domain/endpoints.ts";
import { type Firm, firm } from "#domain/firm.ts";
import { type PageFacts, pageFacts, publicFacts } from "#domain/firm/page-facts.ts";
import type { SiteConfig } from "#domain/wire.ts";

import { accountsRoutes } from "./features/accounts/accounts-routes.ts";
import { auditRoutes } from "./features/audit/audit-list.ts";
import { authRoutes } from "./features/auth/auth-routes.ts";
import { bankRoutes } from "./features/deals/bank/bank-routes.ts";
import { deskSettingRoutes, promisingCalendar } from "./features/deals/deal/desk-settings.ts";
import { orderRoutes } from "./features/deals/orders/order-routes.ts";
import { quotePhotoRoutes } from "./features/deals/quotes/quote-photo-routes.ts";
import { quoteRoutes } from "./features/deals/quotes/quote-routes.ts";
import { saleRoutes } from "./features/deals/sales/sale-routes.ts";
import { cardRoutes } from "./features/deals/visitor/card-routes.ts";
import { documentRoutes } from "./features/deals/visitor/document-routes.ts";
import { photoRoutes } from "./features/deals/visitor/photo-routes.ts";
import { photoUploadRoutes } from "./features/deals/visitor/photo-upload-routes.ts";
import { statusRoutes } from "./features/deals/visitor/status-routes.ts";
import { visitorRoutes } from "./features/deals/visitor/visitor-routes.ts";
import { yardRoutes } from "./features/deals/yard/yard-routes.ts";
import { deskRoutes } from "./features/desk/desk-routes.ts";
import { exportRoute } from "./features/export/export-route.ts";
import { firmRoutes } from "./features/firm/firm-routes.ts";
import { healthRoutes } from "./features/health/health-routes.ts";
import { noticeRoutes } from "./features/health/notices.ts";
import { attachmentRoute } from "./features/inbox/attachment-route.ts";
import { inboxRoutes } from "./features/inbox/inbox-routes.ts";
import { liveRoutes } from "./features/live/live-routes.ts";
import { newRequestRoutes } from "./features/new-request/new-request.ts";
import { readyRoutes } from "./features/ready/ready-routes.ts";
import { recordRoutes } from "./features/records/record-routes.ts";
import { replyRoutes } from "./features/saved-replies/saved-replies.ts";
import { type BuiltFiles, loadFiles, type Site } from "./features/site/built-files.ts";
import { fillStartedForm, fillThanks } from "./features/site/filled-pages.ts";
import { formRoutes } from "./features/site/form-routes.ts";
import { readableUrl, securityTxtRoute, unknownPaths } from "./features/site/other-paths.ts";
import { filledPageRoutes, pageListener } from "./features/site/pages.ts";
import { statisticsRoute } from "./features/statistics/statistics.ts";
import { partLabelRoutes } from "./features/stock/part-labels.ts";
import { stockImportRoutes } from "./features/stock/stock-import-routes.ts";
import { stockRoutes } from "./features/stock/stock-routes.ts";
import { teardownRoutes } from "./features/stock/teardown-routes.ts";
import { MadePages } from "./features/storefront/made-pages.ts";
import { stockedPages } from "./features/storefront/stocked-pages.ts";
import { storefrontRoutes } from "./features/storefront/storefront-routes.ts";
import type { SubmissionServices } from "./features/submissions/mail-step.ts";
import { sendMailRoute, storeRoutes } from "./features/submissions/submission-routes.ts";
import { refuseWritesInTrial, trialRoutes } from "./features/trial/trial-routes.ts";
import type { Config } from "./platform/config/config.ts";
import { watchForUntrustedProxy } from "./platform/http/client-address.ts";
import { handleErrors, refuse } from "./platform/http/errors.ts";
import { securityHeaders } from "./platform/http/security-headers.ts";
import {
  bodyLimitBytes,
  createHttpServer,
  maxHeaderBytes,
  newRequestId,
} from "./platform/http/server-options.ts";
import { type Log, logRequests } from "./platform/observability/log.ts";
import type { Services } from "./services/services.ts";

export interface HttpServerOptions {
  readonly config: Config;
  readonly log: Log;
  /** The folder of built pages; null serves the API only. */
  readonly siteFolder: string | null;
}

/** Our routes have no JSON schemas, so Fastify need not load the compilers for them. */
const withoutSchemas = {
  compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas },
};

function refuseSchemas(): never {
  throw new Error("Routes check what they get with valibot");
}

const routes: readonly ((server: FastifyInstance, services: SubmissionServices) => void | Promise<void>)[] = [
  healthRoutes,
  trialRoutes,
  sendMailRoute,
  storeRoutes,
  recordRoutes,
  authRoutes,
  noticeRoutes,
  deskRoutes,
  attachmentRoute,
  inboxRoutes,
  newRequestRoutes,
  quoteRoutes,
  quotePhotoRoutes,
  saleRoutes,
  orderRoutes,
  yardRoutes,
  stockRoutes,
  stockImportRoutes,
  teardownRoutes,
  partLabelRoutes,
  bankRoutes,
  deskSettingRoutes,
  firmRoutes,
  statisticsRoute,
  exportRoute,
  accountsRoutes,
  replyRoutes,
  auditRoutes,
  visitorRoutes,
  documentRoutes,
  cardRoutes,
  photoUploadRoutes,
  photoRoutes,
  statusRoutes,
];

/** Builds the listener for pages and all routes, in order. Aborting `stopping` ends idle connections. */
export async function buildHttpServer(
  { config, log, siteFolder }: HttpServerOptions,
  services: SubmissionServices,
  stopping: AbortSignal,
): Promise<FastifyInstance> {
  const site = siteOf(config, services);
  const files: BuiltFiles = siteFolder === null ? new Map() : loadFiles(siteFolder, site);
  const shop = {
    site,
    files,
    stocked: stockedFiles(siteFolder, site),
    made: new MadePages(site, services.now),
    log,
  };
  const live = stockedPages(services, shop);
  const fills = { thanks: fillThanks(services, files), "request-quote": fillStartedForm(services) };
  const serveFile = pageListener(files, live, fills, log);
  const logger: FastifyBaseLogger = log;
  const server = fastify({
    loggerInstance: logger,
    schemaController: withoutSchemas,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    genReqId: newRequestId,
    routerOptions: { maxParamLength: maxHeaderBytes }, // A longer address never gets here.
    rewriteUrl: ({ url = "/" }) => readableUrl(url),
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    serverFactory: (handler) =>
      createHttpServer((request, response) => {
        if (!serveFile(request, response)) handler(request, response);
      }, stopping),
  });
  server.removeContentTypeParser("text/plain");
  handleErrors(server);
  logRequests(server);
  if (config.production) services.noticeSources.push(watchForUntrustedProxy(server, config.siteOrigin));
  protectEveryResponse(server, config.siteOrigin, buildOf(files));
  refuseWritesInTrial(server, services);
  await server.register(cookie);
  for (const add of routes) await add(server, services);
  readyRoutes(server, services, config);
  liveRoutes(server, services, log);
  await formRoutes(server, services, { siteFolder, files });
  storefrontRoutes(server, services, shop);
  filledPageRoutes(server, files, live, fills);
  server.get(endpoints.config, () => siteConfig(config, services));
  securityTxtRoute(server, config.siteOrigin, services.now);
  unknownPaths(server, services, files);
  return server;
}

/** The pages as they are while parts are in stock: the build leaves them beside the others. */
function stockedFiles(siteFolder: string | null, site: Site): BuiltFiles {
  const folder = join(siteFolder ?? "", "../with-stock");
  return siteFolder !== null && existsSync(folder) ? loadFiles(folder, site) : new Map();
}

function siteOf({ siteOrigin, analytics }: Config, { calendar, now }: Services): Site {
  return {
    origin: siteOrigin,
    analyticsOrigin: analytics === null ? null : new URL(analytics.src).origin,
    facts: firmFacts(calendar, now),
  };
}

/** The same object until the firm changes, which a new day does too. */
function firmFacts(calendar: BusinessCalendar, now: () => Date): () => PageFacts {
  let made: { readonly of: Firm; readonly facts: PageFacts } | null = null;
  return () => {
    if (made?.of !== firm) made = { of: firm, facts: pageFacts(calendar, now()) };
    return made.facts;
  };
}

async function siteConfig({ analytics }: Config, services: Services): Promise<SiteConfig> {
  const { secrets, database, calendar } = services;
  // The form works without it: the promise in the answer is the one that counts.
  const { sameDayUntil } = await promisingCalendar(database.reader, calendar).catch(() => calendar);
  return {
    anonKey: secrets.anonKey,
    firm: publicFacts(),
    ...(analytics === null ? {} : { analytics }),
    ...(sameDayUntil === business.sameDayUntil ? {} : { sameDayUntil }),
  };
}

/** What the build names its list of scripts after, which is their content; null without built pages. */
function buildOf(files: BuiltFiles): string | null {
  const builds = [...files.keys()].map((path) => /^\/assets\/manifest-(\w+)\.js$/.exec(path)?.[1]);
  return builds.find((build) => build !== undefined) ?? null;
}

function protectEveryResponse(server: FastifyInstance, siteOrigin: string, build: string | null): void {
  const headers = { ...securityHeaders(siteOrigin), ...(build !== null && { [buildHeader]: build }) };
  server.addHook("onRequest", async (request, reply) => {
    reply.headers({ ...headers, "cache-control": "no-store", "x-request-id": request.id });
    const isWrite = request.method !== "GET" && request.method !== "HEAD";
    if (!isWrite || !isCrossSite(request.headers, siteOrigin)) return undefined;
    const message = "Requests from other sites are refused";
    return refuse(request, reply, { status: 403, message, code: "42501" });
  });
}

/** Fetch metadata decides, else Origin, for older browsers. Clients that are no browsers send neither. */
function isCrossSite(headers: IncomingHttpHeaders, siteOrigin: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  const { origin, host } = headers;
  if (origin === undefined || origin === siteOrigin) return false;
  return host === undefined || (origin !== `http://${host}` && origin !== `https://${host}`);
}
