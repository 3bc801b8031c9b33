import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";

import type { SentVersion } from "#domain/deals/deal.ts";
import { dealPath } from "#domain/deals/mails.ts";
import { hasLeft } from "#domain/deals/versions.ts";
import { changeDeal, type DealWithVersions } from "#server/features/deals/deal/change-deal.ts";
import { html } from "#server/platform/http/html.ts";
import { fieldsIn } from "#server/platform/http/read-request.ts";
import type { Services } from "#server/services/services.ts";

import { buyer } from "./buyer.ts";
import { forVisitor, type Visit } from "./find-visit.ts";
import { type DealPages, formRoutes, versionNumber } from "./page-form.ts";
import { type Document, explainingPage, missingDealPage, sendDocument } from "./pages/document.ts";
import { nothingSent, showNow } from "./pages/page-view.ts";
import { tickForm } from "./pages/quote-sections.ts";
import { arrivingPage } from "./pages/seller-page.ts";
import { isArriving } from "./pages/seller-view.ts";
import { seller } from "./seller.ts";
import { stopReminders } from "./visitor-actions.ts";

/** The visitor's side of a deal: pages and native forms, without scripts. */
export async function visitorRoutes(server: FastifyInstance, services: Services): Promise<void> {
  const config = { errorFormat: "page" } as const;
  const serve = forVisitor(services, (visit) => servePage(services, visit));
  for (const end of ["", "/version/:number"]) server.get(`${dealPath}/:ref/:key${end}`, { config }, serve);
  await formRoutes(server, services, buyer);
  await formRoutes(server, services, seller);
  await server.register((route) => stopRemindersRoutes(route, services));
}

/** Opening these pages changes nothing. */
async function servePage(services: Services, { request, reply, reference }: Visit): Promise<FastifyReply> {
  const { number } = fieldsIn(request.params);
  const found =
    (await documentOf(services, buyer, reference, number)) ??
    (await documentOf(services, seller, reference, number));
  if (found !== null) return sendDocument(services, reply, found.status, found.document);
  return (await isArriving(services.database.reader, reference))
    ? sendDocument(services, reply, 200, arrivingPage(reference))
    : sendDocument(services, reply, 404, missingDealPage());
}

/** Returns the page of the deal, or of the version with that number; null if there is no such deal. */
function documentOf<Version extends SentVersion, Deal extends DealWithVersions<Version>>(
  services: Services,
  { kind, page, versionPage, noVersion }: DealPages<Version, Deal>,
  reference: string,
  number: unknown,
) {
  return showNow(services, kind.read, reference, async (work) => {
    if (number === undefined) return { status: 200, document: await page(work, nothingSent) };
    const asked = v.parse(versionNumber, number);
    const version = work.deal.versions.find((one) => one.number === asked);
    if (version === undefined || !hasLeft(version, work.at))
      return { status: 404, document: explainingPage("Not found", noVersion) };
    return { status: 200, document: await versionPage(work, version) };
  });
}

/** Mail programs send it for their own button (RFC 8058), without cookies, Origin or anything else of a browser. */
const oneClick = { name: "List-Unsubscribe", value: "One-Click" } as const;

async function stopRemindersRoutes(route: FastifyInstance, services: Services): Promise<void> {
  await route.register(formbody);
  route.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "string" },
    async (_request: unknown, body: string) => ({ [oneClick.name]: oneClickIn(body) }),
  );
  const url = `${dealPath}/:ref/:key/stop-reminders`;
  const config = { errorFormat: "page" } as const;
  const ask = ({ reply, path }: Visit) => sendDocument(services, reply, 200, stopRemindersPage(path));
  route.get(url, { config }, forVisitor(services, ask));
  const press = (visit: Visit) => stop(services, visit);
  route.post(url, { config, bodyLimit: largestBody }, forVisitor(services, press));
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
  if (outcome === null) return sendDocument(services, reply, 404, missingDealPage());
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
