import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";

import type { Deal } from "#domain/deals/deal.ts";
import { type DocumentKind, documentNumber } from "#domain/deals/documents.ts";
import { dealPath } from "#domain/deals/mails.ts";
import { moneyCalls } from "#domain/deals/money-calls.ts";
import { forStaff } from "#server/features/auth/permissions.ts";
import { readDeal } from "#server/features/deals/deal/read-deal.ts";
import { keptPdf } from "#server/features/deals/documents/kept-pdf.ts";
import { type IssuedDocument, readDocument } from "#server/features/deals/documents/read-document.ts";
import { refuse } from "#server/platform/http/errors.ts";
import { html } from "#server/platform/http/html.ts";
import type { Services } from "#server/services/services.ts";

import { forFewVisits, type Visit } from "./find-visit.ts";
import { documentPage, invoiceStanding } from "./pages/document-page.ts";
import { explainingPage, sendDocument } from "./pages/document.ts";
import { type DealView, pageOrder, viewOf } from "./pages/load-view.ts";
import { showNow } from "./pages/page-view.ts";

const perHour = { uses: "documents", most: 60 };

/** Invoices and credit notes, as pages that print well and as PDF: the customer's own, and all of them for staff. */
export function documentRoutes(server: FastifyInstance, services: Services): void {
  const config = { errorFormat: "page" } as const;
  for (const [end, kind] of [
    ["invoice", "invoice"],
    ["invoice.pdf", "invoice"],
    ["credit/:number", "credit"],
  ] as const) {
    const send = (visit: Visit) => sendToVisitor(services, visit, kind);
    server.get(`${dealPath}/:ref/:key/${end}`, { config }, forFewVisits(services, perHour, send));
  }
  server.get(
    moneyCalls.document.path,
    forStaff(services, async (_who, request, reply) => {
      const { number, as } = v.parse(staffQuery, request.query);
      const found = await readDocument(services, services.database.reader, number);
      if (found === null)
        return refuse(request, reply, { status: 404, message: `There is no document ${number}` });
      if (as === "pdf") return sendPdf(reply, number, await keptPdf(services, found));
      return sendDocument(services, reply, 200, documentPage(found.content, found.customer, []));
    }),
  );
}

const staffQuery = v.fallback(
  v.object({ number: v.pipe(v.string(), v.maxLength(20)), as: v.optional(v.string()) }),
  { number: "" },
);

interface LoadedDeal {
  readonly deal: Deal;
  readonly view: DealView;
}

/** Sends only the deal's own documents: the newest invoice unless another is asked for. */
async function sendToVisitor(services: Services, visit: Visit, kind: DocumentKind): Promise<FastifyReply> {
  const { request, reply } = visit;
  const loaded = await showNow(services, readDeal, visit.reference, async (work) => {
    return { deal: work.deal, view: await viewOf(work) };
  });
  const number = loaded === null ? null : askedFor(loaded, visit, kind);
  const isTheirs = loaded?.view.documents.some((one) => one.number === number) === true;
  const found =
    number === null || !isTheirs ? null : await readDocument(services, services.database.reader, number);
  if (loaded === null || found === null) {
    const text = "There is no such document. Go back to the page of your quote.";
    return sendDocument(services, reply, 404, explainingPage("Not found", text));
  }
  const { record } = loaded.deal;
  if (/\.pdf(?:\?|$)/.test(request.url))
    return sendPdf(reply, found.content.number, await keptPdf(services, found, record));
  const customer = found.customer ?? record;
  return sendDocument(services, reply, 200, visitorsPage(loaded, { ...found, customer }));
}

const visitorQuery = v.fallback(v.object({ number: v.optional(v.string()) }), {});

/** `?number=1001`, `?number=INV-1001`, `credit/CN-1001` and `credit/CN-1001.pdf`. */
function askedFor({ deal }: LoadedDeal, { request }: Visit, kind: DocumentKind): string | null {
  const from = kind === "credit" ? request.params : request.query;
  const asked = v.parse(visitorQuery, from).number ?? deal.orders.at(-1)?.invoice_number;
  const serial = /\d+/.exec(String(asked ?? ""))?.[0];
  return serial === undefined ? null : documentNumber(kind, Number(serial));
}

function visitorsPage({ deal, view }: LoadedDeal, { content, orderId, customer }: IssuedDocument) {
  const { kind, number } = content;
  const row = deal.orders.find(({ id }) => id === orderId);
  const order = row === undefined ? null : pageOrder(deal, row);
  const isInvoice = kind === "invoice" && order !== null;
  const others = view.documents.filter((one) => one.number !== number);
  const address = (one: { readonly number: string; readonly kind: DocumentKind }, end = "") =>
    one.kind === "credit"
      ? `${view.path}/credit/${one.number}${end}`
      : `${view.path}/invoice${end}?number=${one.number}`;
  const links = [
    html`<a href="${view.path}">Back to your order</a>`,
    html`<a href="${address(content, ".pdf")}">${number} as PDF, to print or keep</a>`,
    ...others.map((one) => html`<a href="${address(one)}">${one.number}</a>`),
  ];
  const standing = isInvoice ? invoiceStanding(view, order, number) : {};
  return documentPage(content, customer, links, standing);
}

function sendPdf(reply: FastifyReply, number: string, pdf: Buffer): FastifyReply {
  return reply
    .headers({
      "content-disposition": `inline; filename="${number}.pdf"`,
      "x-robots-tag": "noindex",
    })
    .type("application/pdf")
    .send(pdf);
}
