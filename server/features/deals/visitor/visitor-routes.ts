import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";

import type { Deal, QuoteVersion } from "#domain/deals/deal.ts";
import { dealPath } from "#domain/deals/mails.ts";
import { hasLeft } from "#domain/deals/versions.ts";
import { oneLine } from "#domain/plain-text.ts";
import { changeDeal } from "#server/features/deals/deal/change-deal.ts";
import { quotes } from "#server/features/deals/deal/quotes.ts";
import { endCardPages } from "#server/features/deals/orders/card-sessions.ts";
import { html } from "#server/platform/http/html.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { askReturn, returnForm } from "./ask-return.ts";
import { forVisitor, type Visit } from "./find-visit.ts";
import { type DealForms, formRoutes, pageForm, visitorWords } from "./page-form.ts";
import { dealPage, versionPage } from "./pages/deal-page.ts";
import { type Document, explainingPage, missingDealPage, sendDocument } from "./pages/document.ts";
import { type LoadedDeal, loadView, viewOf } from "./pages/load-view.ts";
import { tickForm } from "./pages/quote-sections.ts";
import { serveSeller } from "./seller-routes.ts";
import {
  ask,
  decline,
  pressApprove,
  received,
  stillInterested,
  stopReminders,
  takeBack,
} from "./visitor-actions.ts";

const confirmed = v.object({ confirm: v.literal("on", "noConfirmation") });

/** A malformed form approves nothing: no version has the number 0. */
const approvalForm = v.pipe(
  v.looseObject({ accept: v.literal("on", "noTick"), version: v.unknown(), hash: v.unknown() }),
  v.transform(({ version, hash, ...fields }) => {
    const named = (prefix: string) =>
      Object.entries(fields).flatMap(([name, value]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), String(value)] as const] : [],
      );
    return {
      number: typeof version === "string" && /^\d{1,6}$/.test(version) ? Number(version) : 0,
      hash: String(hash),
      selection: {
        choices: Object.fromEntries(named("choice-")),
        options: named("option-").map(([id]) => id),
      },
    };
  }),
);

const declineForm = v.object({ reason: v.string("noReason"), words: visitorWords });
const questionForm = v.object({
  words: v.pipe(
    visitorWords,
    v.check((text) => oneLine(text) !== "", "noWords"),
  ),
});

/** Keyed by the end of their path. */
const forms: DealForms<QuoteVersion, Deal>["forms"] = {
  approve: pageForm(approvalForm, pressApprove, { unsaved: "Nothing was approved" }),
  "take-back": pageForm(confirmed, takeBack, { unsaved: "Nothing was taken back", before: endCardPages }),
  "still-interested": pageForm(confirmed, stillInterested),
  received: pageForm(confirmed, received, { unsaved: "Nothing was noted" }),
  decline: pageForm(declineForm, decline),
  ask: pageForm(questionForm, ask),
  return: pageForm(returnForm, askReturn),
};

/** The visitor's side of a deal: pages and native forms, without scripts (deals.md section 4). */
export async function visitorRoutes(server: FastifyInstance, services: Services): Promise<void> {
  await formRoutes(server, services, {
    kind: quotes,
    under: "",
    forms,
    page: async ({ context, tx, deal, at }, sent) =>
      dealPage({ ...(await viewOf(context, tx, deal, at)), ...sent }),
  });
  await server.register(async (pages) => {
    await pages.register(formbody);
    pageRoutes(pages, services);
    stopRemindersRoutes(pages, services);
  });
}

/** Opening these pages changes nothing. */
function pageRoutes(server: FastifyInstance, services: Services): void {
  const config = { errorFormat: "page" } as const;
  const page = (end: string, documentOf: (loaded: LoadedDeal, visit: Visit) => Document | null) => {
    const serve = (visit: Visit) => servePage(services, visit, documentOf);
    server.get(`${dealPath}/:ref/:key${end}`, { config }, forVisitor(services, serve));
  };
  page("", ({ view }) => dealPage(view));
  page("/version/:number", (loaded, { request }) => oldVersion(loaded, request.params));
}

async function servePage(
  services: Services,
  visit: Visit,
  documentOf: (loaded: LoadedDeal, visit: Visit) => Document | null,
): Promise<FastifyReply> {
  const loaded = await loadView(services, visit.reference);
  if (loaded === null) return serveSeller(services, visit, numberIn(visit.request.params));
  const document = documentOf(loaded, visit);
  if (document !== null) return sendDocument(services, visit.reply, 200, document);
  const text = "There is nothing here yet. Go back to the page of your quote.";
  return sendDocument(services, visit.reply, 404, explainingPage("Not found", text));
}

/** Returns null for the page itself; 0 is no version. */
function numberIn(params: unknown): number | null {
  const { number } = fieldsIn(params);
  if (number === undefined) return null;
  return typeof number === "string" && /^\d{1,6}$/.test(number) ? Number(number) : 0;
}

function oldVersion({ deal, view }: LoadedDeal, params: unknown): Document | null {
  const asked = numberIn(params);
  const version = deal.versions.find(({ number }) => number === asked);
  return version === undefined || !hasLeft(version, view.at) ? null : versionPage(view, version);
}

/** Mail programs send it for their own button (RFC 8058), without cookies, Origin or anything else of a browser. */
const oneClick = { name: "List-Unsubscribe", value: "One-Click" } as const;

function stopRemindersRoutes(server: FastifyInstance, services: Services): void {
  void server.register(async (route) => {
    route.addContentTypeParser(
      "multipart/form-data",
      { parseAs: "string" },
      async (_request: unknown, body: string) => ({ [oneClick.name]: oneClickIn(body) }),
    );
    const url = `${dealPath}/:ref/:key/stop-reminders`;
    const config = { errorFormat: "page" } as const;
    route.get(
      url,
      { config },
      forVisitor(services, async ({ reply, path }) =>
        sendDocument(services, reply, 200, stopRemindersPage(path)),
      ),
    );
    route.post(
      url,
      { config, bodyLimit: largestBody },
      forVisitor(services, (visit) => stop(services, visit)),
    );
  });
}

/** Mail programs send some hundred bytes. */
const largestBody = 4096;

/** The value of that field in multipart form data, as far as it matters. Anybody can send anything here. */
function oneClickIn(body: string): string {
  const name = body.search(/name="?List-Unsubscribe\b/i);
  const blankLine = name === -1 ? -1 : body.slice(name).search(/\n\r?\n/);
  const value = blankLine === -1 ? "" : body.slice(name + blankLine).trimStart();
  return value.startsWith(oneClick.value) ? oneClick.value : "";
}

async function stop(services: Services, { request, reply, reference, path }: Visit): Promise<FastifyReply> {
  const fields = fieldsIn(request.body);
  const isOneClick = fields[oneClick.name] === oneClick.value;
  if (!isOneClick && fields["confirm"] !== "on")
    return sendDocument(services, reply, 400, stopRemindersPage(path));
  const outcome = await changeDeal(services, { reference, userId: null }, stopReminders);
  if (outcome === null) return sendDocument(services, reply, 404, missingDealPage);
  if (!isOneClick) return reply.redirect(path, 303);
  return sendDocument(services, reply, 200, stopRemindersPage(path, "stopped"));
}

function stopRemindersPage(path: string, state: "asking" | "stopped" = "asking"): Document {
  const title = state === "asking" ? "Stop reminders" : "You get no more reminders";
  const lead =
    "This stops reminders for this quote only. The quote stays good, and we still answer your questions.";
  const form = tickForm(
    { path },
    {
      action: "stop-reminders",
      tick: "Send me no more reminders about this quote",
      button: "Stop reminders",
    },
  );
  const content = html`<div class="deep"><div class="column"><h1>${title}</h1><p class="lead">${lead}</p></div></div>
<div class="column body">${state === "asking" ? form : ""}<p class="links"><a href="${path}">Go to your quote</a></p></div>`;
  return { title, content };
}
