import { formatCents } from "#domain/deals/money.ts";
import { parcelStates } from "#domain/deals/parcels.ts";
import { paymentCode } from "#domain/deals/typed-numbers.ts";
import { firm, phoneLink } from "#domain/firm.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { refundWays } from "#server/features/deals/orders/refunds.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { DealView, PageOrder } from "./load-view.ts";
import { documentLinks, factList } from "./page-parts.ts";
import { tickForm, fitPromise, freightRow, lineList, staffWords, totalRow } from "./quote-sections.ts";

/** Shows the chosen lines only, and what we promised about them. */
export function orderedLines(order: PageOrder, { path, at }: DealView): Markup {
  const { lines, version, total_cents: total } = order;
  const { words, fitment } = version.content;
  return html`<h2>What you ordered</h2>${staffWords(words)}${lineList(lines, path)}${fitPromise(fitment)}
<dl class="sum">${freightRow(version.content.freight)}${totalRow(total)}${order.refunds.map((refund) => refundRow(refund, at))}</dl>`;
}

function refundRow(
  { amount_cents: cents, method, received_on: day }: PageOrder["refunds"][number],
  at: Date,
) {
  return html`<div><dt>Refunded ${refundWays[method] ?? ""}<br><span class="muted small">${formatDay(day, at)}</span></dt><dd class="price num">${formatCents(-cents)}</dd></div>`;
}

/** Shows every value on its own line, to copy by hand. */
export function paymentPanel(view: DealView, order: PageOrder): Markup {
  const { bank } = view;
  const paid = order.total_cents - order.owedCents;
  return html`<section class="panel block side"><p class="links">${documentLinks(view)}</p>
${paid > 0 ? html`<p>${formatCents(paid)} of ${formatCents(order.total_cents)} has arrived. This is what is missing:</p>` : ""}
${view.canPayByCard ? cardForm(view, order) : ""}<h2>Pay by bank transfer</h2>
${paymentDetails(view, order)}
${bank === null ? html`<p>We will send you the payment details by text message, or ring you: we never e-mail our account number.</p>` : html`<p class="small muted">We never send our account number by e-mail. If a message does, ring us before you pay.</p>`}
</section>`;
}

/** The form has no tick: only what the card company says of a payment changes anything. */
function cardForm({ path }: DealView, { owedCents: owed }: PageOrder): Markup {
  return html`<form method="post" action="${path}/pay-by-card" class="block"><h2>Pay by card</h2><button class="go">Pay ${formatCents(owed)} by card</button><p class="small muted">No surcharge. You pay on the secure page of Stripe, and come back here.</p></form>`;
}

export function paymentDetails({ bank, at }: DealView, order: PageOrder): Markup {
  const details = {
    Amount: formatCents(order.owedCents),
    "Reference (put this in)": paymentCode(order.invoice_number),
    ...(bank === null ? {} : { "Account holder": bank.holder, "Account number": bank.account }),
    ...(order.state === "awaiting_payment"
      ? { "Pay by": `the end of ${formatDay(order.lastDayToPay, at)}` }
      : {}),
  };
  return factList(details);
}

/** Hides how to pay, so that nobody pays late by accident. */
export function overduePanel(view: DealView, order: PageOrder): Markup {
  const paid = order.total_cents - order.owedCents;
  const hint =
    paid > 0
      ? `${formatCents(paid)} has arrived. We will ring you, or pay it back.`
      : "If you have just paid, do nothing: we will see it on the next business day and write to you.";
  return html`<section class="panel block side"><h2>Still want it?</h2><p class="links">${documentLinks(view)}</p><p>${hint}</p>
<p>Ring <a href="${phoneLink()}">${firm.phone}</a> (${firm.hours_text}), and we will see whether the parts are still here.</p></section>`;
}

export function takeBackSection(view: DealView): Markup {
  return html`<section class="block prose noprint"><h2>Changed your mind?</h2>
${tickForm(view, { action: "take-back", tick: "I no longer want this order", button: "Take back my approval" })}</section>`;
}

type PageParcel = DealView["parcels"][number];

export function parcelPanel(view: DealView): Markup {
  const { parcels, at, may } = view;
  const many = parcels.length > 1 ? "Your parcels" : "Your parcel";
  return html`<section class="panel block side"><h2>${many}</h2><p class="links">${documentLinks(view)}</p>${parcels.map((parcel) => parcelFacts(parcel, at))}
${may.includes("received") ? tickForm(view, { action: "received", tick: many === "Your parcel" ? "I have my parcel" : "I have all my parcels", button: "It has arrived", isMain: true }) : ""}</section>`;
}

function parcelFacts({ carrier, tracking, state, sent_at: sent, url }: PageParcel, at: Date): Markup {
  return html`<dl class="pay"><div><dt>${parcelStates[state].customer(carrier)}</dt><dd>${tracking}</dd></div></dl>
<p class="small muted">Sent on ${formatDay(nzDate(new Date(sent)), at)}</p>
${url === null ? "" : html`<a class="button" href="${url}" rel="noreferrer">Track it with ${carrier}</a>`}`;
}
