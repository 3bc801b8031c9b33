import { formatCents } from "#domain/deals/money.ts";
import { pickUpText } from "#domain/deals/sale-state.ts";
import type { OfferVersion } from "#domain/deals/sale.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { Document } from "./document.ts";
import { framedPage, heading, sellerWords, versionPage } from "./page-frame.ts";
import { contactPanel, factList, messageList, typedText } from "./page-parts.ts";
import { photoSection } from "./photo-section.ts";
import { staffWords } from "./quote-sections.ts";
import { acceptPanel, acceptStyle, answerForms, answerOf } from "./seller-forms.ts";
import type { SellerView } from "./seller-view.ts";

/** The page of somebody who sells us a machine (deals.md section 8). */
export function sellerPage(view: SellerView): Document {
  const { stage, version, canAnswer, isOpenForPhotos } = view;
  const messages = messageList("What you told us", view);
  const form = canAnswer ? answerForms(view) : "";
  const invitation = isOpenForPhotos ? "Show us your machine: add photos" : "See your photos";
  const photos = photoSection(view, !isOpenForPhotos, invitation);
  return framedPage(view, sellerWords, {
    main: [version === null || stage === "bought" ? machine(view) : offer(view, version)],
    side: sidePart(view),
    // Wanted photos come before what may follow.
    rest: stage === "photos_wanted" ? [photos, form, messages] : [form, messages, photos],
    style: canAnswer ? acceptStyle : "",
    goneWords: canAnswer || answerOf(view) === "accept" ? "" : typedText(view, "words"),
  });
}

function sidePart(view: SellerView): Markup | string {
  const { canAnswer, version, stage } = view;
  if (canAnswer && version !== null) return acceptPanel(view, version);
  return stage === "bought" ? boughtPanel(view) : pickUpPanel(view);
}

export function offerVersionPage(view: SellerView, version: OfferVersion): Document {
  return versionPage(view, sellerWords, version, offer(view, version));
}

/** Tells that the form has arrived, while its record is still to be stored. Shows nothing of it. */
export function arrivingPage(reference: string): Document {
  const sentence =
    "It has arrived. This page shows how it goes on: please look again in a quarter of an hour.";
  const title = "We have it";
  const content = html`${heading(reference, { title, sentence, steps: [], step: null, next: [] })}
<div class="column body">${contactPanel()}</div>`;
  return { title: `${title} ${reference}`, content };
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

function pickUpPanel(view: SellerView): Markup | string {
  const { pickUp, version, at } = view;
  if (pickUp === null || version === null) return contactPanel(view);
  const amount = formatCents(version.amount_cents);
  const pay = pickUp.pay === "cash" ? "in cash, when we pick it up" : "into the account you gave us";
  const time = pickUpText(pickUp, at) ?? "We ring you to arrange the time";
  return contactPanel(
    view,
    html`<h2>Pick-up</h2><dl class="pay"><div><dt>${pickUp.state === "missed" ? "We missed each other" : "We come"}</dt><dd>${time}</dd></div>
<div><dt>We pay ${pay}</dt><dd>${amount}</dd></div></dl><p class="small">Ring us if the time, the account or anything else has to change.</p>`,
  );
}

const paidWords = { cash: "We paid in cash", transfer: "We paid into your account", unknown: "We paid" };

/** Shows the payment; until that is recorded, when we came. */
function boughtPanel(view: SellerView): Markup {
  const { pickUp, paid, at } = view;
  const came = pickUp?.from ? { "We came": formatDay(nzDate(new Date(pickUp.from)), at) } : {};
  const facts =
    paid === null
      ? came
      : {
          "Bought on": formatDay(paid.bought_on, at),
          [paidWords[paid.paid_by ?? "unknown"]]: formatCents(paid.price_cents),
        };
  return contactPanel(view, html`<h2>Picked up</h2>${factList(facts)}`);
}
