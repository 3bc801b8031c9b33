import { formatCents, gstText } from "#domain/deals/money.ts";
import { hasAlternatives, lowestTotal, type QuoteContent, type QuoteLine } from "#domain/deals/quote.ts";
import { possibleTotals } from "#domain/deals/totals.ts";
import type { QuoteVersion } from "#server/features/deals/deal/read-deal.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import { type DealView, isDecline, typedText } from "./page-view.ts";
import { approvalForm } from "./quote-lines.ts";

/** The total, or every total, with the tick and the button. */
export function approvalPanel(view: DealView, version: QuoteVersion): Markup {
  const { content, number, content_hash: hash } = version;
  const isFixed = !hasAlternatives(content);
  return html`<form class="panel block side" id="${approvalForm}" method="post" action="${view.path}/approve">
${isFixed ? "" : totals(version)}
<input type="hidden" name="version" value="${String(number)}"><input type="hidden" name="hash" value="${hash}">
<label class="tick"><input type="checkbox" name="accept" required><span>I have checked the machine and the part, and I accept the <a href="/terms" rel="noreferrer">terms</a></span></label>
<button class="go">${isFixed ? `Approve for ${formatCents(lowestTotal(content))}` : "Approve"}</button>
<p class="small muted">No payment yet. You can cancel any time before you pay.</p>
</form>`;
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

export function shortName({ text, grade }: Pick<QuoteLine, "text" | "grade">): string {
  return grade === null ? text : `${text}, grade ${grade}`;
}

/** In every stage. Once the parcel has left, it is for what is wrong with it. */
export function askForm(view: DealView): Markup {
  const hasLeft = view.stage === "sent" || view.stage === "delivered";
  return html`<form class="block prose" id="ask" method="post" action="${view.path}/ask">
<h2>${hasLeft ? "Something is wrong" : "Not sure about something?"}</h2>
${hasLeft ? html`<p>Tell us what arrived and what is wrong with it: which part, what you see, what you tried. ${view.answerPromise}</p>` : ""}
<label class="field">${hasLeft ? "What is wrong, or your question" : "Your question"}<textarea name="words" rows="2" required>${isDecline(view) ? "" : typedText(view, "words")}</textarea></label>
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
<label class="field after">In your words (optional)<textarea name="words" rows="2">${isDecline(view) ? typedText(view, "words") : ""}</textarea></label>
<button>No thanks</button>
</form>`;
}

/** A form with nothing but a tick, which no scanner sets (deals.md 1.2). */
export function tickForm(
  { path }: Pick<DealView, "path">,
  {
    action,
    tick,
    button,
    isMain = false,
  }: { action: string; tick: string; button: string; isMain?: boolean },
): Markup {
  return html`<form class="block" method="post" action="${path}/${action}">
<label class="tick"><input type="checkbox" name="confirm" required><span>${tick}</span></label>
<button${isMain ? html` class="go"` : ""}>${button}</button>
</form>`;
}
