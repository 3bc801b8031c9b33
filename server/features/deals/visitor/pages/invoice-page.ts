import { freightText } from "#domain/deals/freight.ts";
import { formatCents, gstText } from "#domain/deals/money.ts";
import { lineCents, type QuoteLine } from "#domain/deals/quote.ts";
import { formatDay, formatDayAndYear } from "#domain/nz-time.ts";
import { isOverdue } from "#server/features/deals/deal/deal-state.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { Document } from "./document.ts";
import type { DealView, PageOrder } from "./load-view.ts";
import { paymentDetails } from "./order-sections.ts";

export interface Buyer {
  readonly name: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
}

export interface Invoice {
  readonly order: PageOrder;
  readonly buyer: Buyer;
  /** Of other orders of this deal. */
  readonly otherNumbers: readonly number[];
}

/** With everything that the highest tier of the GST rules requires (GST Act 1985, section 19E). */
export function invoicePage(view: DealView, { order, buyer, otherNumbers }: Invoice): Document {
  const { path } = view;
  const others = otherNumbers.map(
    (number) => html`<a href="${path}/invoice?number=${String(number)}">Invoice ${String(number)}</a>`,
  );
  const content = html`<article class="column body invoice">${heading(order)}${parties(order, buyer)}${lineTable(order)}${standing(view, order)}
<p class="links"><a href="${path}">Back to your order</a>${others}</p></article>`;
  const title = `Tax invoice ${order.invoice_number}`;
  return { title, content, style: `@page{@bottom-left{content:"${title}";font:9pt sans-serif}}` };
}

function heading(order: PageOrder): Markup {
  const {
    invoice_number: number,
    approved_at: at,
    cancelled_at: cancelled,
    ref_number: reference,
    version,
  } = order;
  return html`<div class="block"><h1>Tax invoice ${String(number)}</h1>
${cancelled === null ? "" : html`<p class="alert"><strong>Cancelled on ${formatDayAndYear(new Date(cancelled))}</strong></p>`}
<p>Date: ${formatDayAndYear(new Date(at))}<br>Reference: ${reference}, quote version ${String(version.number)}</p></div>`;
}

function parties({ version }: PageOrder, buyer: Buyer): Markup {
  const { name, legal_name: legal, address, phone, email, gst_number: gst } = version.content.business;
  return html`<div class="two pair"><section class="block"><h2>From</h2><p><strong>${legal}</strong><br>trading as ${name}<br>GST number ${gst}<br><span class="pre">${address}</span><br>${phone}<br>${email}</p></section>
<section class="block"><h2>To</h2><p><strong>${buyer.name}</strong><br><span class="pre">${buyer.address}</span><br>${buyer.phone}<br>${buyer.email}</p></section></div>`;
}

function lineTable({ lines, version, total_cents: total }: PageOrder): Markup {
  const { freight } = version.content;
  const freightLine = html`<tr><td>Freight<br><span class="small muted">${freightText(freight)}</span></td><td class="num">${formatCents(freight.cents)}</td></tr>`;
  return html`<table><thead><tr><th scope="col">Description</th><th scope="col">Amount</th></tr></thead>
<tbody>${lines.map(lineRow)}${freightLine}</tbody>
<tfoot><tr><th scope="row"><strong>Total</strong><br>${gstText(total)}</th><td class="price num">${formatCents(total)}</td></tr></tfoot></table>`;
}

function lineRow(line: QuoteLine): Markup {
  const { text, machine, grade, quantity, unit_cents: unit } = line;
  const facts = [
    grade === null ? "" : `second-hand, grade ${grade}`,
    machine === null ? "" : `from ${machine}`,
    quantity === 1 ? "" : `${quantity} at ${formatCents(unit)}`,
  ].filter((fact) => fact !== "");
  const more = facts.length === 0 ? "" : html`<br><span class="small muted">${facts.join(", ")}</span>`;
  return html`<tr><td>${text}${more}</td><td class="num">${formatCents(lineCents(line))}</td></tr>`;
}

/** What has been paid, and what is due by when. */
function standing(view: DealView, order: PageOrder): Markup {
  if (order.state === "cancelled") return html`<p>Nothing is due.</p>`;
  const { owedCents: owed, total_cents: total } = order;
  const lastDay = formatDay(order.lastDayToPay, view.at);
  if (isOverdue(order, view.at)) {
    const paid =
      total === owed ? "" : html` ${formatCents(total - owed)} of it has arrived: we get in touch about it.`;
    return html`<p>Payment time passed at the end of ${lastDay}. Nothing is due.${paid}</p>`;
  }
  const { roundedCents: rounded } = order;
  const rounding = html`<div><dt>Cash rounding</dt><dd class="num">${formatCents(rounded)}</dd></div>`;
  return html`<div class="together block"><dl class="sum"><div><dt>Paid</dt><dd class="num">${formatCents(total - owed - rounded)}</dd></div>
${rounded === 0 ? "" : rounding}${due(order)}</dl>
${isUnpaid(order) ? html`<h2>Pay by bank transfer</h2>${paymentDetails(view, order)}` : ""}<p class="small">You have rights under the Consumer Guarantees Act 1993. Our own promises are in addition to them.</p></div>`;
}

/** Money may be missing after the parcel has left: staff know whether it went back or is owed. */
function due(order: PageOrder): Markup | string {
  const { owedCents: owed } = order;
  if (owed > 0 && !isUnpaid(order)) return "";
  return html`<div class="total"><dt><strong>Due</strong></dt><dd class="price num">${formatCents(Math.max(0, owed))}</dd></div>`;
}

function isUnpaid({ state, owedCents: owed }: PageOrder): boolean {
  return state === "awaiting_payment" && owed > 0;
}
