import { photosPath, shotLabel } from "#domain/deals/photos.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import type { DealView } from "./load-view.ts";
import type { SellerView } from "./seller-view.ts";

const photosShown = 6;

/**
 * Shows on a deal's page which photos we have, and where to send more. `invitation` is the label of the link, if nothing was
 * asked for.
 */
export function photoSection(
  { path, photos, photoRequest: request }: DealView | SellerView,
  isOver: boolean,
  invitation: string,
): Markup | string {
  if (isOver && photos.length === 0 && request === null) return "";
  const missing = request?.missing ?? [];
  const newest = photos.slice(-photosShown);
  const thumbnails = newest.map(
    ({ id, shot }) =>
      html`<li><img src="${path}/photo/${id}?w=320" alt="${shotLabel(shot)}" loading="lazy" width="160" height="120"></li>`,
  );
  const rest = photos.length - newest.length;
  return html`<section class="block" id="photos"><h2>${missing.length > 0 ? "Photos wanted" : "Photos"}</h2>
${missing.length === 0 ? "" : html`${request?.words ? html`<div class="note pre">${request.words}</div>` : ""}<p>We wait for: ${missing.map(shotLabel).join(", ")}.</p>`}
${newest.length === 0 ? "" : html`<ul class="photos">${thumbnails}</ul>`}
${rest > 0 ? html`<p class="muted">And ${String(rest)} more.</p>` : ""}
<p class="links"><a${missing.length > 0 ? html` class="button"` : ""} href="${path}${photosPath}">${missing.length > 0 ? "Send the photos" : invitation}</a></p></section>`;
}
