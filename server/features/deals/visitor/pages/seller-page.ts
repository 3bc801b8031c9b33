import { formatCents } from "#domain/deals/money.ts";
import { trader } from "#domain/deals/quote.ts";
import { saleJourney, type SaleStage, saleStages } from "#domain/deals/sale-states.ts";
import { formatDay, formatNzShortDateTime, nzDate } from "#domain/nz-time.ts";
import type { OfferVersion } from "#server/features/deals/sales/read-sale.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { Document } from "./document.ts";
import { contactPanel, heading, markupIn, problemPanel, typedText } from "./page-parts.ts";
import { photoSection } from "./photo-section.ts";
import { staffWords } from "./quote-sections.ts";
import { acceptPanel, acceptStyle, answerForms, answerOf } from "./seller-forms.ts";
import { pickUpText, type SellerView } from "./seller-view.ts";

/** The page of somebody who sells us a machine: one page that changes with the stage (deals.md section 8). */
export function sellerPage(view: SellerView): Document {
  const { stage, version, problem } = view;
  const { title } = saleStages[stage];
  const canAccept = view.canAnswer && version !== null;
  const side = canAccept
    ? acceptPanel(view, version)
    : stage === "bought"
      ? boughtPanel(view)
      : view.pickUp === null
        ? contactPanel()
        : pickUpPanel(view);
  const main = html`<section class="block quote">${version === null || stage === "bought" ? machine(view) : offer(view, version)}</section>`;
  const parts = view.pickUp === null ? [main, side] : [side, main];
  const rest: (Markup | string)[] = [
    ...(view.canAnswer ? [answerForms(view)] : []),
    messages(view),
    photos(view),
  ];
  // Wanted photos come before what may follow.
  if (stage === "photos_wanted") rest.unshift(rest.pop() ?? "");
  const content = html`${sellerHeading(view.reference, view)}${problem === null ? "" : problemPanel(problem, goneWords(view))}
<div class="column body wide">${markupIn(parts)}<div class="rest">${markupIn(rest)}${nextSteps(view)}${footer(view)}</div></div>`;
  return { title: `${title} ${view.reference}`, content, style: canAccept ? acceptStyle : "" };
}

export function sellerHeading(
  reference: string,
  { stage, sentence }: { readonly stage: SaleStage; readonly sentence: string },
): Markup {
  const { title, step } = saleStages[stage];
  return heading({ reference, title, sentence, steps: saleJourney, step });
}

/** Shows a version as it was sent, read-only. */
export function offerVersionPage(view: SellerView, version: OfferVersion): Document {
  const { reference, path, at } = view;
  const title = `Offer ${version.number}`;
  const isCurrent = view.version?.number === version.number;
  const sent = formatDay(nzDate(new Date(version.queued_at)), at);
  const content = html`<div class="deep"><div class="column"><p class="plate">${reference}</p><h1>${title}</h1>
<p class="lead">Sent on ${sent}. ${isCurrent ? `Now: ${saleStages[view.stage].title}.` : "This is not our current offer."}</p></div></div>
<div class="column body"><section class="block prose">${offer(view, version)}</section>
<p class="links"><a href="${path}">Back to your page</a></p>${footer({ ...view, version })}</div>`;
  return { title: `${title} ${reference}`, content };
}

/** Tells that the form has arrived, while its record is still to be stored. Shows nothing of it. */
export function arrivingPage(reference: string): Document {
  const sentence =
    "It has arrived. This page shows how it goes on: please look again in a quarter of an hour.";
  const content = html`${heading({ reference, title: "We have it", sentence, steps: [], step: null })}
<div class="column body">${contactPanel()}</div>`;
  return { title: `We have it ${reference}`, content };
}

/** Returns the words that were typed into a form that is no longer on the page. */
function goneWords(view: SellerView): string {
  return answerOf(view) === "accept" || view.canAnswer ? "" : typedText(view, "words");
}

function machine({ machine: [name = "", ...more] }: SellerView): Markup {
  return html`<h2>${name}</h2>${more.length === 0 ? "" : html`<p class="muted">${more.join(", ")}</p>`}`;
}

function offer(
  { at }: SellerView,
  { content, amount_cents: cents, valid_until: until }: OfferVersion,
): Markup {
  return html`${staffWords(content.words)}<dl class="sum"><div><dt>${content.machine}</dt></div>
<div class="total"><dt><strong>We pay you</strong><br><span class="muted small">Good until the end of ${formatDay(until, at)}</span></dt><dd class="price num">${formatCents(cents)}</dd></div></dl>`;
}

function pickUpPanel({ pickUp, version, at }: SellerView): Markup | string {
  if (pickUp === null || version === null) return contactPanel();
  const amount = formatCents(version.amount_cents);
  const pay = pickUp.pay === "cash" ? "in cash, when we pick it up" : "into the account you gave us";
  const time = pickUpText(pickUp, at) ?? "We ring you to arrange the time";
  return contactPanel(html`<h2>Pick-up</h2><dl class="pay"><div><dt>${pickUp.state === "missed" ? "We missed each other" : "We come"}</dt><dd>${time}</dd></div>
<div><dt>We pay ${pay}</dt><dd>${amount}</dd></div></dl><p class="small">Ring us if the time, the account or anything else has to change.</p>`);
}

const paidWords = { cash: "We paid in cash", transfer: "We paid into your account", unknown: "We paid" };

/** Shows the payment; until that is recorded, when we came. */
function boughtPanel({ pickUp, paid, at }: SellerView): Markup {
  const came = pickUp?.from_at ? { "We came": formatDay(nzDate(new Date(pickUp.from_at)), at) } : {};
  const facts =
    paid === null
      ? came
      : {
          "Bought on": formatDay(paid.bought_on, at),
          [paidWords[paid.paid_by ?? "unknown"]]: formatCents(paid.price_cents),
        };
  const rows = Object.entries(facts).map(
    ([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  );
  return contactPanel(html`<h2>Picked up</h2><dl class="pay">${rows}</dl>`);
}

const messagesShown = 6;

function messages({ messages: all, at }: SellerView): Markup | string {
  const entries = all.slice(-messagesShown).map(({ kind, words, amount_cents: cents, at: sent }) => {
    const said = kind === "decline" ? "You said no thanks" : `You asked for ${formatCents(cents ?? 0)}`;
    return html`<div class="note"><p class="small muted">${said}, ${formatNzShortDateTime(new Date(sent), at)}</p>${words === null ? "" : html`<p class="pre">${words}</p>`}</div>`;
  });
  return entries.length === 0
    ? ""
    : html`<section class="block prose"><h2>What you told us</h2>${entries}</section>`;
}

function photos({ path, photos: sent, request, stage }: SellerView): Markup | string {
  const isOpen = saleStages[stage].takesPhotos === true;
  if (!isOpen && sent.length === 0) return "";
  return photoSection({
    path,
    photos: sent,
    request: isOpen ? request : null,
    invitation: isOpen ? "Show us your machine: add photos" : "See your photos",
  });
}

function nextSteps({ next }: SellerView): Markup | string {
  if (next.length === 0) return "";
  return html`<section class="block prose"><h2>What happens next</h2><ol class="steps">${next.map((step) => html`<li>${step}</li>`)}</ol></section>`;
}

function footer({ version, otherVersions, at, path }: SellerView): Markup {
  const {
    name,
    legal_name: legal,
    gst_number: gst,
    address,
    phone,
    email,
  } = version?.content.business ?? trader;
  return html`<footer class="foot block small prose">
<p>${name} is a trading name of ${legal}. GST number <span class="num">${gst}</span>.<br>${address}<br><a href="tel:${phone.replaceAll(" ", "")}">${phone}</a>, <a href="mailto:${email}">${email}</a></p>
<p>The Secondhand Dealers and Pawnbrokers Act 2004 asks us to look at your ID and to record the sale.</p>
${version === null ? "" : html`<details class="muted"><summary>Details</summary><p>Offer ${String(version.number)} of ${formatDay(nzDate(new Date(version.queued_at)), at)}. Fingerprint <span class="mono">${version.content_hash.slice(0, 12)}</span></p></details>`}
<p class="links">${otherVersions.map(({ number }) => html`<a href="${path}/version/${String(number)}">Offer ${String(number)}</a>`)}<a href="/terms" rel="noreferrer">Terms</a><a href="/privacy" rel="noreferrer">Privacy</a></p>
</footer>`;
}
