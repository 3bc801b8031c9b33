import { hasAlternatives, lowestTotal } from "#domain/deals/quote.ts";
import { type Stage, stages } from "#domain/deals/stage.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import type { QuoteVersion } from "#server/features/deals/deal/read-deal.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { Document } from "./document.ts";
import { nextSteps } from "./next-steps.ts";
import { orderedLines, overduePanel, parcelPanel, paymentPanel, takeBackSection } from "./order-sections.ts";
import {
  contactPanel,
  invoiceLink,
  messageList,
  problemNotice,
  quoteFooter,
  stageHeading,
} from "./page-parts.ts";
import type { DealView, PageOrder } from "./page-view.ts";
import { approvalPanel, askForm, declineForm, markedTotal, tickForm } from "./quote-actions.ts";
import { fitPromise, freightRow, quoteLines, staffWords, totalRow } from "./quote-lines.ts";

type Part = Markup | string;

/** On wide screens, `side` is next to the other two; else it follows the quote, and is above an order. */
interface Body {
  readonly main: readonly Part[];
  readonly side: Part;
  readonly rest: readonly Part[];
}

/** The visitor's page: one page that changes with the stage (deals.md section 5). */
export function dealPage(view: DealView): Document {
  const { stage, reference, promise } = view;
  const { main, side, rest } = bodies[stage](view);
  const quote = html`<section class="block quote">${markupIn(main)}</section>`;
  const parts = view.order === null ? [quote, side] : [side, quote];
  const content = html`${stageHeading(reference, stage, promise)}${problemNotice(view)}
<div class="column body wide">${markupIn(parts)}<div class="rest">${markupIn([...rest, nextSteps(view), quoteFooter(view)])}</div></div>`;
  return {
    title: `${stages[stage]} ${reference}`,
    content,
    style: view.canApprove && view.version !== null ? markedTotal(view.version.content) : "",
  };
}

/** One version as it was sent, read-only. */
export function versionPage(view: DealView, version: QuoteVersion): Document {
  const { reference, at, path, stage } = view;
  const title = `Version ${version.number}`;
  const sent = formatDay(nzDate(new Date(version.queued_at)), at);
  const isCurrent = view.version === version;
  const content = html`<div class="deep"><div class="column"><p class="plate">${reference}</p><h1>${title}</h1>
<p class="lead">Sent on ${sent}, good until the end of ${formatDay(version.valid_until, at)}. ${isCurrent ? `Now: ${stages[stage]}.` : "This is not the current version."}</p></div></div>
<div class="column body"><section class="block prose">${markupIn(quoteContent(version, null))}</section>
<p class="links"><a href="${path}">Back to your quote</a></p>${quoteFooter({ ...view, version })}</div>`;
  return { title: `${title} ${reference}`, content };
}

function markupIn(parts: readonly Part[]): Markup[] {
  return parts.filter((part) => typeof part !== "string");
}

const bodies: Readonly<Record<Stage, (view: DealView) => Body>> = {
  pricing: (view) => ({
    main: [askedFor(view), recipient(view)],
    side: contactPanel(),
    rest: [messageList(view), askForm(view)],
  }),
  ready: offer,
  answering: offer,
  expired: (view) => ({
    main: quoteParts(view, false),
    side: stillInterested(view),
    rest: [messageList(view), askForm(view)],
  }),
  declined: ended,
  withdrawn: ended,
  cancelled: ended,
  approved: (view) => ordered(view, (order) => paymentPanel(view, order), [takeBackSection(view)]),
  overdue: (view) => ordered(view, (order) => overduePanel(view, order), [takeBackSection(view)]),
  paid: (view) => ordered(view, () => contactPanel(html`<p class="links">${invoiceLink(view)}</p>`)),
  sent: (view) => ordered(view, () => parcelPanel(view)),
  delivered: (view) => ordered(view, () => parcelPanel(view)),
};

function offer(view: DealView): Body {
  const { version } = view;
  if (version === null) return ended(view);
  const forms = html`<div class="two compact">${askForm(view)}${declineForm(view)}</div>`;
  const isOpen = view.canApprove;
  return {
    main: quoteParts(view, isOpen),
    side: isOpen ? approvalPanel(view, version) : stillInterested(view),
    rest: [messageList(view), isOpen ? forms : askForm(view), remindersNote(view)],
  };
}

function ended(view: DealView): Body {
  return {
    main: quoteParts(view, false),
    side: contactPanel(),
    rest: [messageList(view), askForm(view)],
  };
}

function ordered(view: DealView, side: (order: PageOrder) => Part, rest: readonly Part[] = []): Body {
  const { order } = view;
  if (order === null) return ended(view);
  return {
    main: [orderedLines(order), recipient(view)],
    side: side(order),
    rest: [messageList(view), askForm(view), ...rest],
  };
}

function quoteParts(view: DealView, isOpen: boolean): Part[] {
  const { version, typed } = view;
  return version === null ? [] : [...quoteContent(version, isOpen ? typed : null), recipient(view)];
}

/** A wrong one is found before the parcel comes back: staff put it right. */
function recipient({ recipient: to }: DealView): Part {
  return to === null
    ? ""
    : html`<section class="block"><h2>Delivery address</h2><p><strong>${to.name}</strong><br><span class="pre">${to.address}</span><br><a href="#ask">Wrong? Tell us</a></p></section>`;
}

/** The words of staff, the lines, freight and total of one version. */
function quoteContent({ content }: QuoteVersion, typed: DealView["typed"] | null): Part[] {
  const { words, fitment, freight } = content;
  return [
    staffWords(words),
    quoteLines(content, typed),
    fitPromise(fitment),
    html`<dl class="sum">${freightRow(freight)}${totalRow(lowestTotal(content), hasAlternatives(content) ? "Total from" : "Total")}</dl>`,
  ];
}

/** Saying so again would change nothing. */
function hasSaidSo({ messages, version }: DealView): boolean {
  const last = messages.findLast(({ kind }) => kind !== "question");
  return last?.kind === "still_interested" && last.at > (version?.queued_at ?? "");
}

function remindersNote({ hasReminders }: DealView): Part {
  return hasReminders ? "" : html`<p class="muted">You get no more reminders about this quote.</p>`;
}

function stillInterested(view: DealView): Markup {
  if (hasSaidSo(view)) return contactPanel();
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
