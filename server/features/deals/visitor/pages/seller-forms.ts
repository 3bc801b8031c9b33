import { formatShortCents } from "#domain/deals/money.ts";
import { type PickUpWindow, windowText } from "#domain/deals/offer.ts";
import { cashMostCents, otherTime } from "#domain/deals/sale-states.ts";
import type { OfferVersion } from "#domain/deals/sale.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import { contactPanel, typedText } from "./page-parts.ts";
import type { SellerView } from "./seller-view.ts";

/** The account has a field only while it is asked for, which needs no script. */
export const acceptStyle = `form:has([name=pay][value=cash]:checked) .account{display:none}form .card .what{font-size:1.25rem}`;

type SellerAction = "accept" | "counter" | "decline";

/** Which of the forms was sent: what was typed goes back into its own. */
export function answerOf({ typed }: Pick<SellerView, "typed">): SellerAction {
  if (typed["amount"] !== undefined) return "counter";
  return typed["hash"] === undefined ? "decline" : "accept";
}

/** The choices, the tick and the button. Without a time to come there is nothing to press. */
export function acceptPanel(view: SellerView, version: OfferVersion): Markup {
  const { content, number, content_hash: hash, amount_cents: cents } = version;
  const windows = content.pick_up.filter(({ from }) => new Date(from) > view.at);
  if (windows.length === 0 && content.pick_up.length > 0)
    return contactPanel(
      view,
      html`<h2>Our times have passed</h2><p>The offer still stands. Ring us, and we find another time to pick it up.</p>`,
    );
  return html`<form class="panel block side" id="accept" method="post" action="${view.path}/offer/accept">
<input type="hidden" name="version" value="${String(number)}"><input type="hidden" name="hash" value="${hash}">
${windowCards(view, windows)}${payCards(view, cents)}${gstCards(view)}
<label class="tick"><input type="checkbox" name="accept" required><span>I own this machine, nothing is owed on it, and I accept the offer</span></label>
<button class="go">Accept ${formatShortCents(cents)}</button>
<p class="small muted">We look at your ID when we come, as the law asks. Nothing is paid before that.</p>
</form>`;
}

function windowCards(view: SellerView, windows: readonly PickUpWindow[]): Markup {
  if (windows.length === 0)
    return html`<p>We ring you to arrange when we pick it up, once you have accepted.</p>`;
  return cards(view, "window", "When can we pick it up?", [
    ...windows.map((window) => [window.from, windowText(window, view.at)] as const),
    [otherTime, "Neither suits: ring me to arrange a time"],
  ]);
}

function payCards(view: SellerView, cents: number): Markup {
  const cash = cents > cashMostCents ? [] : [["cash", "In cash, at the pick-up"] as const];
  const ways = [["account", "Into my bank account"] as const, ...cash];
  return html`${cards(view, "pay", "How shall we pay you?", ways)}
<label class="field account">Your bank account number<input type="text" name="bank_account" value="${typedText(view, "bank_account")}" inputmode="numeric" autocomplete="off" spellcheck="false" maxlength="40"><span class="small muted">For example 01-0902-0068389-00</span></label>`;
}

function gstCards(view: SellerView): Markup {
  return cards(view, "gst_registered", "Are you registered for GST?", [
    ["no", "No, or it is my own private machine"],
    ["yes", "Yes, and it belongs to the business or farm"],
  ]);
}

/** Shows choices, each a value and a label. The only one is made already. */
function cards(
  { typed }: SellerView,
  name: string,
  legend: string,
  choices: readonly (readonly [string, string])[],
): Markup {
  const all = choices.map(([value, label]) => {
    const checked = choices.length === 1 || typed[name] === value ? " checked" : "";
    return html`<label class="card"><input type="radio" name="${name}" value="${value}" required${checked}><span>${label}</span></label>`;
  });
  return html`<fieldset><legend>${legend}</legend><div class="cards">${all}</div></fieldset>`;
}

/** Another price, or none: both need something typed, which no mail scanner does. */
export function answerForms(view: SellerView): Markup {
  const form = answerOf(view);
  const words = (name: SellerAction) => (form === name ? typedText(view, "words") : "");
  return html`<div class="two compact"><form class="block" id="counter" method="post" action="${view.path}/offer/counter">
<h2>Had another price in mind?</h2>
<label class="field">Your price in dollars<input type="text" name="amount" value="${typedText(view, "amount")}" inputmode="decimal" autocomplete="off" required maxlength="20"></label>
<label class="field">Why (optional)<textarea name="words" rows="2">${words("counter")}</textarea></label>
<button>Send my price</button><p class="small muted">Our offer stays open while we think about yours.</p></form>
<form class="block" id="decline" method="post" action="${view.path}/offer/decline">
<h2>Not selling to us?</h2><input type="hidden" name="version" value="${String(view.version?.number ?? "")}">
<label class="field">Why (optional)<textarea name="words" rows="2">${words("decline")}</textarea></label>
<button>No thanks</button></form></div>`;
}
