import type { QuoteVersion } from "#domain/deals/deal.ts";
import { deliveryWayRows, wayOf } from "#domain/deals/delivery-ways.ts";
import { freightText } from "#domain/deals/freight.ts";
import { formatCents, gstText } from "#domain/deals/money.ts";
import {
  choiceGroups,
  type Freight,
  fromMachine,
  lineCents,
  type QuoteContent,
  type QuoteLine,
  hasAlternatives,
  lowestTotal,
} from "#domain/deals/quote.ts";
import { stages } from "#domain/deals/stage.ts";
import { possibleTotals } from "#domain/deals/totals.ts";
import { grades } from "#domain/grades.ts";
import { capitalised } from "#domain/plain-text.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { DealView } from "./load-view.ts";
import { typedForm, typedText } from "./page-parts.ts";
import type { Typed } from "./page-view.ts";

/** The id of the form that the alternatives and options belong to, wherever they are on the page. */
const approvalForm = "approve";

/** Shows the lines as frozen. `path` leads to their photos. With `typed`, alternatives and options can be chosen. */
export function quoteLines({ lines }: QuoteContent, typed: Typed | null, path: string): Markup {
  const fixed = lines.filter(({ kind }) => kind === "fixed");
  const options = lines.filter(({ kind }) => kind === "option");
  return html`${lineList(fixed, path)}
${[...choiceGroups(lines)].map(([group, alternatives]) => choiceCards(group, alternatives, typed, path))}
${options.length === 0 ? "" : optionCards(options, typed, path)}`;
}

export function lineList(lines: readonly QuoteLine[], path: string): Markup | string {
  if (lines.length === 0) return "";
  return html`<ul class="lines">${lines.map((line) => html`<li class="line">${lineFacts(line, path)}</li>`)}</ul>`;
}

function lineFacts(line: QuoteLine, path: string): Markup {
  const { photos = [], text, grade, quantity, unit_cents: unit, evidence } = line;
  return html`<span class="what sign">${text}</span><span class="price num">${formatCents(lineCents(line))}</span>
${quantity === 1 ? "" : html`<span class="muted">${String(quantity)} at ${formatCents(unit)} each</span>`}
${fromMachine(line).map((from) => html`<span>${capitalised(from)}</span>`)}
${grade === null ? "" : gradeMeaning(grade)}
${evidence.length === 0 ? "" : html`<ul class="facts muted">${evidence.map((fact) => html`<li>${fact}</li>`)}</ul>`}
${photos.length === 0 ? "" : html`<span class="photos">${photos.map((photo) => linePhoto(`${path}/photo/${photo}`, text))}</span>`}`;
}

function linePhoto(address: string, part: string): Markup {
  return html`<a href="${address}"><img src="${address}?w=320" width="160" height="120" alt="Photo of ${part}" loading="lazy"></a>`;
}

function gradeMeaning(letter: NonNullable<QuoteLine["grade"]>): Markup {
  const { wear = "", measure = "" } = grades.find(({ grade }) => grade === letter) ?? {};
  return html`<span class="grade"><span class="badge">Grade ${letter}</span><span>${wear}: ${measure}</span></span>`;
}

function choiceCards(group: string, lines: readonly QuoteLine[], typed: Typed | null, path: string): Markup {
  const name = `choice-${group}`;
  const cards = lines.map((line) => {
    const checked = typed?.[name] === line.id ? " checked" : "";
    const input = html`<input type="radio" name="${name}" value="${line.id}" form="${approvalForm}" required${checked}>`;
    return card(line, typed === null ? null : input, path);
  });
  return html`<fieldset><legend>Choose one</legend><div class="cards">${cards}</div></fieldset>`;
}

function optionCards(lines: readonly QuoteLine[], typed: Typed | null, path: string): Markup {
  const cards = lines.map((line) => {
    const name = `option-${line.id}`;
    const checked = typed?.[name] === undefined ? "" : " checked";
    return card(
      line,
      typed === null ? null : html`<input type="checkbox" name="${name}" form="${approvalForm}"${checked}>`,
      path,
    );
  });
  return html`<fieldset><legend>Optional extras</legend><div class="cards">${cards}</div></fieldset>`;
}

function card(line: QuoteLine, input: Markup | null, path: string): Markup {
  return html`<label class="card">${input ?? html`<span></span>`}<span class="line">${lineFacts(line, path)}</span></label>`;
}

export function staffWords(words: string | null): Markup | string {
  return words === null ? "" : html`<div class="note pre">${words}</div>`;
}

/** The text binds us as an express guarantee (Consumer Guarantees Act 1993, section 13). */
export function fitPromise(fitment: string | null): Markup | string {
  return fitment === null ? "" : html`<p>${/^fits?\b/i.test(fitment) ? "" : "Fit: "}${fitment}</p>`;
}

/** Read before the money, too: nobody waits for what can't leave. */
export function holdNote({ hold }: DealView): Markup | string {
  return hold === null ? "" : html`<p class="note"><strong>${hold.sentence}</strong></p>`;
}

export function freightRow(freight: Freight): Markup {
  return html`<div><dt>${deliveryWayRows[wayOf(freight)].price}<br><span class="muted small">${freightText(freight)}</span></dt><dd class="price num">${formatCents(freight.cents)}</dd></div>`;
}

export function totalRow(cents: number, label = "Total"): Markup {
  return html`<div class="total"><dt><strong>${label}</strong><br><span class="muted small">${gstText(cents)}</span></dt><dd class="price num">${formatCents(cents)}</dd></div>`;
}

/** Shows the total, or every total, with the tick and the button. */
export function approvalPanel(view: DealView, version: QuoteVersion): Markup {
  const { content, number, content_hash: hash } = version;
  const isFixed = !hasAlternatives(content);
  return html`<form class="panel block side" id="${approvalForm}" method="post" action="${view.path}/approve">
${isFixed ? "" : totals(version)}
<input type="hidden" name="version" value="${String(number)}"><input type="hidden" name="hash" value="${hash}">
<label class="tick"><input type="checkbox" name="accept" required><span>I have checked the machine and the part, and I accept the <a href="/terms" rel="noreferrer">terms</a></span></label>
${holdNote(view)}<button class="go">${isFixed ? `Approve for ${formatCents(lowestTotal(content))}` : "Approve"}</button>
<p class="small muted">No payment yet. You can cancel any time before you pay.</p>
</form>`;
}

/** Stands in the place of the button while somebody else's order has the part. */
export function takenPanel({ taken }: DealView): Markup {
  const names = taken.map(({ text }) => text).join(", ");
  return html`<div class="panel block side"><p><strong>${names}: on hold for another customer.</strong></p>
<p>If they let it go, you can approve here again. Ask below, and we look for another one.</p></div>`;
}

const totalsMost = 64;

function totals({ content }: QuoteVersion): Markup {
  const every = possibleTotals(content, totalsMost);
  if (every === null)
    return html`<p>The total is what you choose plus freight: from <strong class="num">${formatCents(lowestTotal(content))}</strong>, GST included.</p>`;
  const rows = every.map(({ lines, cents }, index) => {
    const names = lines.length === 0 ? "Without extras" : lines.map(shortName).join(" + ");
    return html`<li id="${totalId(index)}"><span>${names}</span> <strong class="num">${formatCents(cents)}</strong> <span class="small muted">${gstText(cents)}</span></li>`;
  });
  return html`<div><p class="label">Total with freight</p><ul class="totals">${rows}</ul></div>`;
}

const totalId = (index: number) => `total-${index}`;
const markedMost = 16;

/** Marks the total of what is chosen, which needs no script: each row has a rule that names its ticks. */
export function markedTotal(content: QuoteContent): string {
  const every = hasAlternatives(content) ? (possibleTotals(content, totalsMost) ?? []) : [];
  if (every.length > markedMost) return "";
  const options = content.lines.filter(({ kind }) => kind === "option");
  return every
    .map(
      ({ lines }, index) =>
        `body${ticksOf(lines, options)} #${totalId(index)}{background:var(--brand-soft);border-color:var(--brand)}`,
    )
    .join("");
}

function ticksOf(taken: readonly QuoteLine[], options: readonly QuoteLine[]): string {
  const chosen = taken.flatMap(({ kind, group, id }) =>
    kind === "choice" ? [`:has([name="choice-${group ?? ""}"][value="${id}"]:checked)`] : [],
  );
  const ticked = options.map((option) => {
    const tick = `:has([name="option-${option.id}"]:checked)`;
    return taken.includes(option) ? tick : `:not(${tick})`;
  });
  return [...chosen, ...ticked].join("");
}

export function shortName({ text, grade }: QuoteLine): string {
  return grade === null ? text : `${text}, grade ${grade}`;
}

/** Shown in every stage. Once the parcel has left, it is for what is wrong with it. */
export function askForm(view: DealView): Markup {
  const hasLeft = stages[view.stage].hasLeft === true;
  return html`<form class="block prose" id="ask" method="post" action="${view.path}/ask">
<h2>${hasLeft ? "Something is wrong" : "Not sure about something?"}</h2>
${hasLeft ? html`<p>Tell us what arrived and what is wrong with it: which part, what you see, what you tried. ${view.answerPromise}</p>` : ""}
<label class="field">${hasLeft ? "What is wrong, or your question" : "Your question"}<textarea name="words" rows="2" required>${typedForm(view) === "ask" ? typedText(view, "words") : ""}</textarea></label>
<button>Ask a question</button>
${hasLeft ? html`<p class="small muted">Changed your mind? Tell us within 14 days and send it back unused. A part that is faulty, wrong or not as described has no such limit: your rights under the Consumer Guarantees Act last longer, so tell us any time.</p>` : ""}
</form>`;
}

export function declineForm(view: DealView): Markup {
  const typed = typedText(view, "reason");
  const reasons = view.declineReasons.map(
    (reason) => html`<option${reason === typed ? " selected" : ""}>${reason}</option>`,
  );
  return html`<form class="block" method="post" action="${view.path}/decline">
<h2>Not for you?</h2>
<label class="field">Why not?<select name="reason" required><option value="">Choose a reason</option>${reasons}</select></label>
<label class="field after">In your words (optional)<textarea name="words" rows="2">${typedForm(view) === "decline" ? typedText(view, "words") : ""}</textarea></label>
<button>No thanks</button>
</form>`;
}

/** A form with nothing but a tick, which no scanner sets (deals.md 1.2). */
export function tickForm(
  { path }: { readonly path: string },
  {
    action,
    tick,
    button,
    isMain = false,
    id,
  }: { action: string; tick: string; button: string; isMain?: boolean; id?: string },
): Markup {
  return html`<form class="block" method="post" action="${path}/${action}">
${id === undefined ? "" : html`<input type="hidden" name="id" value="${id}">`}<label class="tick"><input type="checkbox" name="confirm" required><span>${tick}</span></label>
<button${isMain ? html` class="go"` : ""}>${button}</button>
</form>`;
}
