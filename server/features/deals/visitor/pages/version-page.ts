import { stages } from "#domain/deals/stage.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import { html } from "#server/platform/http/html.ts";

import { quoteContent } from "./deal-page.ts";
import type { Document } from "./document.ts";
import { quoteFooter } from "./page-parts.ts";
import type { DealView, PageVersion } from "./page-view.ts";

/** One version as it was sent, read-only. */
export function versionPage(view: DealView, version: PageVersion): Document {
  const { reference, at, path, stage, signFont } = view;
  const title = `Version ${version.number}`;
  const sent = formatDay(nzDate(new Date(version.queuedAt)), at);
  const isCurrent = view.version === version;
  const content = html`<div class="deep"><div class="column"><p class="plate">${reference}</p><h1>${title}</h1>
<p class="lead">Sent on ${sent}, good until the end of ${formatDay(version.validUntil, at)}. ${isCurrent ? `Now: ${stages[stage]}.` : "This is not the current version."}</p></div></div>
<div class="column body"><section class="block prose">${quoteContent(version, null).filter((part) => typeof part !== "string")}</section>
<p class="links"><a href="${path}">Back to your quote</a></p>${quoteFooter({ ...view, version })}</div>`;
  return { title: `${title} ${reference}`, content, signFont };
}
