import { photosPath } from "#domain/deals/photos.ts";
import {
  isOpenReturn,
  mayChangeMind,
  returnableUntil,
  returnDays,
  returnKindNames,
  returnKinds,
  returnStates,
} from "#domain/deals/returns.ts";
import { formatDay, formatNzShortDateTime, nzDate } from "#domain/nz-time.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { DealView, PageOrder } from "./load-view.ts";
import { typedForm, typedText } from "./page-parts.ts";
import { shortName } from "./quote-sections.ts";

/** What the customer sends back, oldest first, with our answer. */
export function returnList({ returns, order, at, path }: DealView): Markup | string {
  if (returns.length === 0) return "";
  const entries = returns.map((one) => {
    const lines = order?.lines.filter(({ id }) => one.lines.includes(id)).map(shortName) ?? [];
    return html`<div class="note"><p class="small muted">You asked, ${formatNzShortDateTime(new Date(one.at), at)}</p>
<p><strong>${returnKinds[one.kind]}</strong>: ${lines.join("; ")}</p>${one.words === "" ? "" : html`<p class="pre">${one.words}</p>`}
<p class="small muted">${returnStates[one.state].customer}</p>${one.answer === null ? "" : html`<p class="pre">${one.answer}</p>`}${isOpenReturn(one) ? photoLink(path) : ""}</div>`;
  });
  return html`<section class="block prose"><h2>Your return</h2>${entries}</section>`;
}

/** Closed, and nothing in it is chosen: no mail scanner fills it in (deals.md 1.2). */
export function returnForm(view: DealView, order: PageOrder): Markup {
  const { path, typed, at } = view;
  const isTyped = typedForm(view) === "return";
  const isInTime = mayChangeMind(order, at);
  const kinds = returnKindNames.filter((kind) => isInTime || kind !== "changed-mind");
  const ticked = [typed["line"] ?? []].flat();
  const checked = (is: boolean) => (is ? html` checked` : "");
  return html`<details class="block prose"${isTyped ? html` open` : ""}><summary><strong>Send something back</strong></summary>
<form class="block" method="post" action="${path}/return">
<p>${mindWords(order, isInTime, at)} Whatever is faulty, wrong, damaged or does not fit as we said costs you nothing: tell us any time, and we pay the freight. Your rights under the Consumer Guarantees Act come on top of all this.</p>
<fieldset><legend>Why?</legend>${kinds.map((kind) => html`<label class="tick"><input type="radio" name="kind" value="${kind}" required${checked(typed["kind"] === kind)}><span>${returnKinds[kind]}</span></label>`)}</fieldset>
<fieldset><legend>Which part?</legend>${order.lines.map((line) => html`<label class="tick"><input type="checkbox" name="line" value="${line.id}"${order.lines.length === 1 ? html` required` : ""}${checked(ticked.includes(line.id))}><span>${shortName(line)}</span></label>`)}</fieldset>
<label class="field">In your words (optional)<textarea name="words" rows="2">${isTyped ? typedText(view, "words") : ""}</textarea></label>
<button>Ask to send it back</button>
</form>${photoLink(path)}</details>`;
}

const photoLink = (path: string) =>
  html`<p class="links"><a href="${path}${photosPath}">Show us what is wrong: add photos</a></p>`;

function mindWords(order: PageOrder, isInTime: boolean, at: Date): string {
  if (!isInTime) return `Changed your mind? The ${returnDays} days for that have passed.`;
  const { delivered_at: delivered } = order;
  const last = delivered && new Date(returnableUntil(new Date(delivered)).getTime() - 1);
  const until = last ? `, until the end of ${formatDay(nzDate(last), at)}` : "";
  return `Changed your mind? You have ${returnDays} days from delivery${until}. Send it back unused; you pay the freight back then.`;
}
