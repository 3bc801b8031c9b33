import { isOverdue } from "#domain/deals/deal-state.ts";
import {
  type DocumentContent,
  type DocumentLine,
  documentNumber,
  documentTitle,
} from "#domain/deals/documents.ts";
import { formatCents } from "#domain/deals/money.ts";
import { formatDay, formatDayAndYear } from "#domain/nz-time.ts";
import type { Customer } from "#server/features/deals/orders/order-customer.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { Document } from "./document.ts";
import type { DealView, PageOrder } from "./load-view.ts";
import { paymentDetails } from "./order-sections.ts";

/** Shown above and below the frozen content. */
interface InvoiceStanding {
  readonly above?: Markup | string;
  readonly below?: Markup | string;
}

/** Shows everything that the highest tier of the GST rules requires (GST Act 1985, sections 19E and 19N). */
export function documentPage(
  content: DocumentContent,
  customer: Customer | null,
  links: Markup[],
  { above = "", below = "" }: InvoiceStanding = {},
): Document {
  const title = documentTitle(content);
  const article = html`<article class="column body invoice"><div class="block"><h1>${title}</h1>${above}${facts(content)}</div>
${parties(content, customer)}${lineTable(content)}${below}
<p class="small">You have rights under the Consumer Guarantees Act 1993. Our own promises are in addition to them.</p>
<p class="links">${links}</p></article>`;
  return { title, content: article, style: `@page{@bottom-left{content:"${title}";font:9pt sans-serif}}` };
}

const day = (date: string) => formatDayAndYear(new Date(`${date}T00:00:00Z`));

function facts({ number, issued_on, reference, version, corrects }: DocumentContent): Markup {
  const invoice =
    corrects === null ? "" : html`Corrects tax invoice ${corrects.number} of ${day(corrects.issued_on)}<br>`;
  return html`<p>Number ${number}<br>Date: ${day(issued_on)}<br>${invoice}Reference: ${reference}, quote version ${String(version)}</p>`;
}

function parties({ business }: DocumentContent, customer: Customer | null): Markup {
  const { name, legal_name: legal, address, phone, email, gst_number: gst } = business;
  const to = customer === null ? html`the customer of this order` : buyerLines(customer);
  return html`<div class="two pair"><section class="block"><h2>From</h2><p><strong>${legal}</strong><br>trading as ${name}<br>GST number ${gst}<br><span class="pre">${address}</span><br>${phone}<br>${email}</p></section>
<section class="block"><h2>To</h2><p>${to}</p></section></div>`;
}

function buyerLines({ full_name: buyer, delivery_address: address, phone, email }: Customer): Markup {
  return html`<strong>${buyer}</strong><br><span class="pre">${address}</span><br>${phone}<br>${email}`;
}

function lineTable({ kind, lines, total_cents: total, gst_cents: gst }: DocumentContent): Markup {
  const label = kind === "invoice" ? "Total" : "Total credited";
  return html`<table><thead><tr><th scope="col">Description</th><th scope="col">Amount</th></tr></thead>
<tbody>${lines.map(lineRow)}</tbody>
<tfoot><tr><th scope="row"><strong>${label}</strong><br>includes GST of ${formatCents(gst)}</th><td class="price num">${formatCents(total)}</td></tr></tfoot></table>`;
}

function lineRow({ text, facts: said, quantity, unit_cents: unit, cents }: DocumentLine): Markup {
  const count = quantity === 1 ? [] : [`${quantity} at ${formatCents(unit)}`];
  const more = [...(said === "" ? [] : [said]), ...count].join(", ");
  const small = more === "" ? "" : html`<br><span class="small muted">${more}</span>`;
  return html`<tr><td>${text}${small}</td><td class="num">${formatCents(cents)}</td></tr>`;
}

/** Says that the order was cancelled, or what was paid and credited, and what is due by when. */
export function invoiceStanding(view: DealView, order: PageOrder, number: string): InvoiceStanding {
  const cancelled = order.cancelled_at;
  if (number !== documentNumber("invoice", order.invoice_number))
    return {
      above: html`<p class="alert"><strong>Credited: invoice ${String(order.invoice_number)} replaces it</strong></p>`,
    };
  if (order.state === "cancelled" && cancelled !== null)
    return {
      above: html`<p class="alert"><strong>Cancelled on ${formatDayAndYear(new Date(cancelled))}</strong></p>`,
      below: html`<p>Nothing is due.</p>`,
    };
  return { below: isOverdue(order, view.at) ? overdue(view, order) : due(view, order, number) };
}

function overdue({ at }: DealView, { paid_cents: paid, lastDayToPay }: PageOrder): Markup {
  const arrived = paid > 0 ? html` ${formatCents(paid)} of it has arrived: we get in touch about it.` : "";
  return html`<p>Payment time passed at the end of ${formatDay(lastDayToPay, at)}. Nothing is due.${arrived}</p>`;
}

function due(view: DealView, order: PageOrder, number: string): Markup {
  const { owedCents: owed, paid_cents: paid, roundedCents: rounded } = order;
  const row = (label: string, cents: number) =>
    html`<div><dt>${label}</dt><dd class="num">${formatCents(cents)}</dd></div>`;
  const credits = view.documents.filter(({ corrects }) => corrects === number);
  const isUnpaid = order.state === "awaiting_payment" && owed > 0;
  // Money may be missing after the parcel has left: staff know whether it went back or is owed.
  const missing =
    owed > 0 && !isUnpaid
      ? ""
      : html`<div class="total"><dt><strong>Due</strong></dt><dd class="price num">${formatCents(Math.max(0, owed))}</dd></div>`;
  return html`<div class="together block"><dl class="sum">${credits.map((credit) => row(`Credit note ${credit.number}`, -credit.total_cents))}${row("Paid", paid - rounded)}${rounded === 0 ? "" : row("Cash rounding", rounded)}${missing}</dl>
${isUnpaid ? html`<h2>Pay by bank transfer</h2>${paymentDetails(view, order)}` : ""}</div>`;
}
