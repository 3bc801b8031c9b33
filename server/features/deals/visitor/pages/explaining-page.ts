import { business } from "#domain/business.ts";
import { statusPath } from "#domain/deals/link.ts";
import { html } from "#server/platform/http/html.ts";

import type { Document } from "./document.ts";

/** Holds no data of any deal. */
export function explainingPage(signFont: string | null, title: string, text: string): Document {
  const content = html`<div class="deep"><div class="column"><h1>${title}</h1><p class="lead">${text}</p></div></div>
<div class="column body"><section class="block prose"><p>Ring us on <a href="${business.phoneLink}">${business.phone}</a> (${business.hours}) or write to <a href="mailto:${business.email}">${business.email}</a>. We can find your request by your name or reference.</p>
<p class="links"><a href="${statusPath}" rel="noreferrer">Where is my request?</a><a href="/" rel="noreferrer">Home</a></p></section></div>`;
  return { title, content, signFont };
}

export function missingDealPage(signFont: string | null): Document {
  return explainingPage(
    signFont,
    "This link does not work",
    "It may be incomplete, or a newer link has replaced it. Open the link in our newest e-mail, all of it.",
  );
}

export function tooManyTriesPage(signFont: string | null, seconds: number): Document {
  const minutes = Math.ceil(seconds / 60);
  const wait = minutes <= 1 ? "a minute" : `${minutes} minutes`;
  return explainingPage(signFont, "Too many tries", `Please wait ${wait} and try again.`);
}
