import { formatCents } from "#domain/deals/money.ts";
import { partMachine } from "#domain/stock/part.ts";
import { partAddress, partPhotoAddress } from "#domain/stock/stock-address.ts";
import type { StoredPart } from "#server/platform/database/stock-tables.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

/** As many as may be seen before somebody scrolls. */
const seenFirst = 4;

/** Parts with their photos, each a link to its page. `later`: below what is seen first. */
export function partCards(parts: readonly StoredPart[], { later }: { readonly later: boolean }): Markup {
  return html`<ul class="parts">${parts.map((part, index) => card(part, later || index >= seenFirst))}</ul>`;
}

function card(part: StoredPart, isLazy: boolean): Markup {
  const machine = partMachine(part);
  return html`<li class="part"><a href="${partAddress(part)}">${picture(part, isLazy)}<span><span class="name">${part.name}</span>${machine === "" ? "" : html`<span class="off">${machine}</span>`}</span><span class="cost">${price(part.price_cents)}</span>${part.grade === null ? "" : html`<span class="off">Grade ${part.grade}</span>`}</a></li>`;
}

function picture({ photo }: StoredPart, isLazy: boolean): Markup | string {
  if (photo === null) return "";
  const lazy = isLazy ? html` loading="lazy"` : "";
  return html`<img src="${partPhotoAddress(photo, 320)}" width="320" height="240" alt=""${lazy}>`;
}

export function price(cents: number | null): Markup | string {
  return cents === null ? "" : html`<b>${formatCents(cents)}</b> including GST`;
}
