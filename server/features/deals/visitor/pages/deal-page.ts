import type { QuoteVersion } from "#domain/deals/deal.ts";
import { hasAlternatives, lowestTotal } from "#domain/deals/quote.ts";
import { stages } from "#domain/deals/stage.ts";
import { addressLine, firm, phoneLink } from "#domain/firm.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { Document } from "./document.ts";
import type { DealView } from "./load-view.ts";
import { orderedLines, overduePanel, parcelPanel, paymentPanel, takeBackSection } from "./order-sections.ts";
import { buyerWords, framedPage, versionPage } from "./page-frame.ts";
import {
  canReturn,
  contactPanel,
  documentLinks,
  markupIn,
  messageList,
  typedForm,
  typedText,
} from "./page-parts.ts";
import { photoSection } from "./photo-section.ts";
import {
  approvalPanel,
  askForm,
  declineForm,
  holdNote,
  markedTotal,
  tickForm,
  fitPromise,
  freightRow,
  quoteLines,
  takenPanel,
  staffWords,
  totalRow,
} from "./quote-sections.ts";
import { returnForm, returnList } from "./return-sections.ts";

/** The buyer's page (deals.md section 5). */
export function dealPage(view: DealView): Document {
  const { version, may } = view;
  return framedPage(view, buyerWords, {
    main: mainParts(view),
    side: sidePart(view),
    rest: furtherParts(view),
    style: may.includes("approve") && version !== null ? markedTotal(version.content) : "",
    goneWords: hasFormOf(view) ? "" : typedText(view, "words"),
  });
}

export function quoteVersionPage(view: DealView, version: QuoteVersion): Document {
  return versionPage(view, buyerWords, version, markupIn(quoteContent(version, view, null)));
}

/** Returns true if the form that was sent is still on the page. */
function hasFormOf(view: DealView): boolean {
  const form = typedForm(view);
  return form === "ask" || (form === "return" ? canReturn(view) : view.may.includes(form));
}

function mainParts(view: DealView): readonly (Markup | string)[] {
  const { stage, version, order, typed } = view;
  if (stages[stage].isRequest === true) return [askedFor(view), recipient(view)];
  if (order !== null) return [orderedLines(order, view), holdNote(view), recipient(view)];
  const chosen = view.may.includes("approve") ? typed : null;
  return version === null ? [] : [...quoteContent(version, view, chosen), holdNote(view), recipient(view)];
}

function sidePart(view: DealView): Markup | string {
  const { stage, version, order, may } = view;
  const { panel } = stages[stage];
  if (may.includes("approve") && view.taken.length > 0) return takenPanel(view);
  if (may.includes("approve") && version !== null) return approvalPanel(view, version);
  if (may.includes("still_interested")) return stillInterested(view);
  if (order === null) return contactPanel(view);
  if (panel === "payment") return paymentPanel(view, order);
  if (panel === "overdue") return overduePanel(view, order);
  if (panel === "parcels" && view.parcels.length > 0) return parcelPanel(view);
  return contactPanel(view, html`<p class="links">${documentLinks(view)}</p>`);
}

function furtherParts(view: DealView): readonly (Markup | string)[] {
  const { stage, order, may, hasReminders } = view;
  const isOffer = order === null && may.length > 0;
  const forms = may.includes("decline")
    ? html`<div class="two compact">${askForm(view)}${declineForm(view)}</div>`
    : askForm(view);
  return [
    // Before an order, a picture can change the price.
    photoSection(view, order !== null || stages[stage].step === null, "Show us the part: add photos"),
    returnList(view),
    messageList("Questions and answers", view),
    canReturn(view) && order !== null ? returnForm(view, order) : "",
    forms,
    isOffer && !hasReminders ? html`<p class="muted">You get no more reminders about this quote.</p>` : "",
    may.includes("take_back") ? takeBackSection(view) : "",
  ];
}

/** A wrong one is found before the parcel comes back: staff put it right. */
function recipient({ recipient: to, way, stage }: DealView): Markup | string {
  if (way === "pick-up" && (to !== null || stage === "collect")) return collectPanel();
  if (to === null || way === "depot") return "";
  const [address, tell] =
    to.address === "" ? ["We have none yet", "Tell us"] : [to.address, "Wrong? Tell us"];
  return html`<section class="block"><h2>Delivery address</h2><p><strong>${to.name}</strong><br><span class="pre">${address}</span><br><a href="#ask">${tell}</a></p></section>`;
}

function collectPanel(): Markup {
  return html`<section class="block"><h2>Where to collect</h2><p><strong>${addressLine()}</strong><br>${firm.hours_text}<br><a href="${phoneLink()}">${firm.phone}</a></p></section>`;
}

/** The words of staff, the lines, freight and total of one version. */
function quoteContent(
  { content }: QuoteVersion,
  { path }: DealView,
  typed: DealView["typed"] | null,
): (Markup | string)[] {
  const { words, fitment, freight } = content;
  return [
    staffWords(words),
    quoteLines(content, typed, path),
    fitPromise(fitment),
    html`<dl class="sum">${freightRow(freight)}${totalRow(lowestTotal(content), hasAlternatives(content) ? "Total from" : "Total")}</dl>`,
  ];
}

/** Saying so again would change nothing. */
function hasSaidSo({ messages, version }: DealView): boolean {
  const last = messages.findLast(({ kind }) => kind !== "question");
  return last?.kind === "still_interested" && last.at > (version?.queued_at ?? "");
}

function stillInterested(view: DealView): Markup {
  if (hasSaidSo(view)) return contactPanel(view);
  const form = tickForm(view, {
    action: "still-interested",
    tick: "Please check the part and the price again",
    button: "Still interested",
    isMain: true,
  });
  return html`<section class="panel block side"><h2>Still interested?</h2>${form}</section>`;
}

function askedFor({ askedFor: facts }: DealView): Markup {
  return html`<h2>What you asked for</h2><ul class="lines">${facts.map((fact) => html`<li>${fact}</li>`)}</ul>`;
}
