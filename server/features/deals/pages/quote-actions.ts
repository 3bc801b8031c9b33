import { formatCents, gstIn } from "#domain/deals/money.ts";
import { hasAlternatives, lowestTotal, type QuoteLine } from "#domain/deals/quote.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import { type DealView, type PageVersion, typedText } from "./page-view.ts";
import { type PossibleTotal, possibleTotals } from "./possible-totals.ts";
import { approvalForm } from "./quote-lines.ts";

/** The total, or every total, with the tick and the button. */
export function approvalPanel(view: DealView, version: PageVersion): Markup {
  const { content, number, hash } = version;
  const isFixed = !hasAlternatives(content);
  return html`<form class="panel block side" id="${approvalForm}" method="post" action="${view.path}/approve">
${isFixed ? "" : totals(version)}
<input type="hidden" name="version" value="${String(number)}"><input type="hidden" name="hash" value="${hash}">
<label class="tick"><input type="checkbox" name="accept" required><span>I have checked the machine and the part, and I accept the <a href="/terms">terms</a></span></label>
<button class="go">${isFixed ? `Approve for ${formatCents(lowestTotal(content))}` : "Approve"}</button>
<p class="small muted">You pay nothing yet. You can take it back until you have paid.</p>
</form>`;
}

function totals({ content }: PageVersion): Markup {
  const every = possibleTotals(content);
  if (every === null)
    return html`<p>The total is what you choose plus freight: from <strong class="num">${formatCents(lowestTotal(content))}</strong>, GST included.</p>`;
  return html`<table><caption class="label">What it comes to</caption><thead><tr><th scope="col">With freight</th><th scope="col">Total</th></tr></thead><tbody>${every.map(totalLine)}</tbody></table>`;
}

function totalLine({ lines, cents }: PossibleTotal): Markup {
  const names = lines.length === 0 ? "Without extras" : lines.map(shortName).join(" + ");
  return html`<tr><th scope="row">${names}</th><td><strong class="num">${formatCents(cents)}</strong><br><span class="small muted">includes GST of <span class="num">${formatCents(gstIn(cents))}</span></span></td></tr>`;
}

export function shortName({ text, grade }: Pick<QuoteLine, "text" | "grade">): string {
  return grade === null ? text : `${text}, grade ${grade}`;
}

export function askForm(view: DealView): Markup {
  return html`<form class="block" method="post" action="${view.path}/ask">
<label class="field" for="ask-words"><span class="label">Not sure about something?</span></label>
<textarea id="ask-words" name="words" rows="3" required>${typedText(view, "words")}</textarea>
<button>Ask a question</button>
</form>`;
}

export function declineForm(view: DealView): Markup {
  const typed = typedText(view, "reason");
  const reasons = view.declineReasons.map(
    (reason) => html`<option${reason === typed ? " selected" : ""}>${reason}</option>`,
  );
  return html`<form class="block" method="post" action="${view.path}/decline">
<label class="field" for="decline-reason"><span class="label">Not for you?</span></label>
<select id="decline-reason" name="reason" required aria-label="Reason"><option value="">Choose a reason</option>${reasons}</select>
<label class="field">In your words (optional)<textarea name="words" rows="2">${typed === "" ? "" : typedText(view, "words")}</textarea></label>
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
