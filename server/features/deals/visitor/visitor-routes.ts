import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";

import { dealPath } from "#domain/deals/mails.ts";
import { visitorWordsSchema } from "#domain/deals/quote.ts";
import type { Outcome } from "#domain/outcome.ts";
import { oneLine } from "#domain/plain-text.ts";
import { hasLeft } from "#server/features/deals/deal/deal-state.ts";
import { readDeskSetting } from "#server/features/deals/deal/desk-settings.ts";
import { approve } from "#server/features/deals/orders/approve.ts";
import { endCardPages } from "#server/features/deals/orders/card-sessions.ts";
import { html } from "#server/platform/http/html.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { forVisitor, type Visit } from "./find-visit.ts";
import { dealPage, versionPage } from "./pages/deal-page.ts";
import { type Document, explainingPage, missingDealPage, sendDocument } from "./pages/document.ts";
import { type LoadedDeal, loadView } from "./pages/load-view.ts";
import { tickForm } from "./pages/quote-sections.ts";
import { type PageRefusal, approvalRefusal, refusals, unlessUnsaved } from "./refusals.ts";
import { serveSeller } from "./seller-routes.ts";
import { sendReturn } from "./send-return.ts";
import {
  takeBack,
  ask,
  byVisitor,
  decline,
  received,
  stillInterested,
  stopReminders,
} from "./visitor-actions.ts";

/** Null if the request was removed. */
type Action = (services: Services, visit: Visit) => Promise<Outcome<true, PageRefusal> | null>;

/** By the end of their path. Each needs a tick, a reason or words, which no mail scanner fills in (deals.md 1.2). */
const actions: Readonly<Record<string, Action>> = {
  approve: sendApproval,
  "take-back": confirmed(async (services, reference) => {
    await endCardPages(services, reference);
    return takeBack(services, reference);
  }),
  "still-interested": confirmed(stillInterested),
  received: confirmed(received),
  decline: sendDecline,
  ask: sendQuestion,
  return: sendReturn,
};

/** If it could not be saved. */
const unsaved: Readonly<Record<string, string>> = {
  approve: "Nothing was approved",
  "take-back": "Nothing was taken back",
  received: "Nothing was noted",
};

/** The visitor's side of a deal: pages and native forms, without scripts (deals.md section 4). */
export async function visitorRoutes(server: FastifyInstance, services: Services): Promise<void> {
  await server.register(async (pages) => {
    await pages.register(formbody);
    pageRoutes(pages, services);
    stopRemindersRoutes(pages, services);
    const config = { errorFormat: "page" } as const;
    for (const [name, action] of Object.entries(actions)) {
      const url = `${dealPath}/:ref/:key/${name}`;
      const title = unsaved[name] ?? "Nothing was sent";
      const run = (visit: Visit) =>
        respond(services, visit, () => unlessUnsaved(visit.request, title, () => action(services, visit)));
      pages.post(url, { config }, forVisitor(services, run));
      pages.get(
        url,
        { config },
        forVisitor(services, async ({ reply, path }) => reply.redirect(path, 303)),
      );
    }
  });
}

/** A refusal is the page as it stands now, with the reason and what the visitor typed. */
async function respond(
  services: Services,
  visit: Visit,
  press: () => ReturnType<Action>,
): Promise<FastifyReply> {
  const { request, reply, reference, path } = visit;
  const outcome = await press();
  if (outcome !== null && "ok" in outcome) return reply.redirect(path, 303);
  const problem = outcome?.refusal;
  const now = problem && (await loadView(services, reference, { problem, typed: fieldsIn(request.body) }));
  if (!now) return sendDocument(services, reply, 404, missingDealPage);
  if (problem.retryAfterSeconds !== undefined) reply.header("retry-after", problem.retryAfterSeconds);
  return sendDocument(services, reply, problem.status, dealPage(now.view));
}

/** What is no such form agrees to nothing. */
async function sendApproval(services: Services, { request, reference }: Visit) {
  const fields = fieldsIn(request.body);
  if (fields["accept"] !== "on") return { refusal: refusals.noTick };
  const { version, hash } = fields;
  const named = (prefix: string) =>
    Object.entries(fields).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), String(value)] as const] : [],
    );
  const number = typeof version === "string" && /^\d{1,6}$/.test(version) ? Number(version) : 0;
  const selection = {
    choices: Object.fromEntries(named("choice-")),
    options: named("option-").map(([id]) => id),
  };
  const by = { how: "link", userId: null, note: null } as const;
  const outcome = await approve(services, { reference, number, hash: String(hash), selection, ...by });
  if (outcome === null) return null;
  if ("ok" in outcome) return { ok: true as const };
  const now = await loadView(services, reference);
  return now && { refusal: approvalRefusal(outcome.refusal, number, now.deal, services.now()) };
}

function confirmed(change: typeof takeBack): Action {
  return async (services, { request, reference }) => {
    if (fieldsIn(request.body)["confirm"] !== "on") return { refusal: refusals.noConfirmation };
    return change(services, reference);
  };
}

async function sendDecline(services: Services, { request, reference }: Visit) {
  const { reason, words } = fieldsIn(request.body);
  const { value: reasons } = await readDeskSetting(services.database.reader, "decline-reasons");
  const known = reasons.find((one) => one === reason);
  if (known === undefined) return { refusal: refusals.noReason };
  const said = v.safeParse(visitorWordsSchema, words ?? "");
  if (!said.success) return { refusal: refusals.longWords };
  return decline(services, byVisitor(reference), { reason: known, words: said.output });
}

async function sendQuestion(services: Services, { request, reference }: Visit) {
  const words = v.safeParse(visitorWordsSchema, fieldsIn(request.body)["words"] ?? "");
  if (!words.success) return { refusal: refusals.longWords };
  if (oneLine(words.output) === "") return { refusal: refusals.noWords };
  return ask(services, reference, words.output);
}

/** What can only be read: opening it changes nothing. */
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

/** Null if it is the page itself; 0 is no version. */
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

/** What mail programs send for their own button (RFC 8058): without cookies, Origin and anything else of a browser. */
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
  const outcome = await stopReminders(services, reference);
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
