import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";

import { dealPath } from "#domain/deals/mails.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { hasLeft } from "#server/features/deals/deal/deal-state.ts";
import { customerIfReadable } from "#server/features/deals/orders/order-customer.ts";
import type { Services } from "#server/services/services.ts";

import { forVisitor, type Visit } from "./find-visit.ts";
import { type LoadedDeal, loadView, pageOrder } from "./load-view.ts";
import { dealPage, versionPage } from "./pages/deal-page.ts";
import { type Document, sendDocument } from "./pages/document.ts";
import { explainingPage, missingDealPage } from "./pages/explaining-page.ts";
import { invoicePage } from "./pages/invoice-page.ts";

/** What can only be read: opening it changes nothing. */
export function pageRoutes(server: FastifyInstance, services: Services): void {
  const config = { errorFormat: "page" } as const;
  const page = (end: string, documentOf: (loaded: LoadedDeal, visit: Visit) => Document | null) => {
    const serve = (visit: Visit) => servePage(services, visit, documentOf);
    server.get(`${dealPath}/:ref/:key${end}`, { config }, forVisitor(services, serve));
  };
  page("", ({ view }) => dealPage(view));
  page("/version/:number", (loaded, { request }) => oldVersion(loaded, request.params));
  page("/invoice", (loaded, { request }) => invoice(services, loaded, request.query));
}

async function servePage(
  services: Services,
  visit: Visit,
  documentOf: (loaded: LoadedDeal, visit: Visit) => Document | null,
): Promise<FastifyReply> {
  const loaded = await loadView(services, visit.reference);
  if (loaded === null) return sendDocument(services, visit.reply, 404, missingDealPage);
  const document = documentOf(loaded, visit);
  if (document !== null) return sendDocument(services, visit.reply, 200, document);
  const text = "There is nothing here yet. Go back to the page of your quote.";
  return sendDocument(services, visit.reply, 404, explainingPage("Not found", text));
}

const versionSchema = v.object({ number: v.pipe(v.string(), v.regex(/^\d{1,6}$/), v.transform(Number)) });

function oldVersion({ deal, view }: LoadedDeal, params: unknown): Document | null {
  const asked = v.safeParse(versionSchema, params);
  const version = deal.versions.find(({ number }) => asked.success && number === asked.output.number);
  return version === undefined || !hasLeft(version, view.at) ? null : versionPage(view, version);
}

const querySchema = v.fallback(v.object({ number: v.optional(v.string()) }), {});

/** The newest one, or the one with that number. */
function invoice(context: DealContext, { deal, view }: LoadedDeal, query: unknown): Document | null {
  const asked = v.parse(querySchema, query).number;
  const { orders } = deal;
  const row = orders.findLast(
    ({ invoice_number: number }) => asked === undefined || String(number) === asked,
  );
  const order = row === undefined ? null : pageOrder(deal, row);
  if (row === undefined || order === null) return null;
  const otherNumbers = orders.filter((one) => one !== row).map((one) => one.invoice_number);
  const customer = customerIfReadable(context, row) ?? deal.record;
  const { full_name: name, delivery_address: address, phone, email } = customer;
  return invoicePage(view, { order, buyer: { name, address, phone, email }, otherNumbers });
}
