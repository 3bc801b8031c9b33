import { firm } from "#domain/firm.ts";
import { stockPath } from "#domain/stock/part.ts";
import type { BuiltFiles, Site } from "#server/features/site/built-files.ts";
import { html, type Markup } from "#server/platform/http/html.ts";

import { shopStyle } from "./style.ts";

export interface ShopPage {
  /** Its canonical address. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** For previews of shared links. */
  readonly image?: string;
  readonly main: Markup;
  /** For search engines (schema.org). */
  readonly data?: readonly object[];
}

/** Without a build: the page alone. */
const bare = `<!DOCTYPE html><html lang="en-NZ"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>stock-head</title></head><body><main id="main"><stock-main></stock-main></main></body></html>`;

/** Puts a page into the frame that the build left for it (app/site/stock/page.tsx): the site's head, header and footer. */
export function framed(stocked: BuiltFiles, { origin }: Site, page: ShopPage): string {
  const frame = stocked.get("/stock")?.().content().toString() ?? bare;
  const { main, path } = page;
  const isList = path === stockPath;
  return frame
    .replace("font-display:swap", "font-display:optional") // What arrives late moves nothing.
    .replace('href="/stock" aria-current="page"', (link) => (isList ? link : 'href="/stock"'))
    .replace("<title>stock-head</title>", () => head(origin, page).source)
    .replaceAll("/stock-address", () => html`${path}`.source)
    .replace("<stock-main></stock-main>", () => main.source);
}

function head(origin: string, { title, description, image = "/social/home.png", data = [] }: ShopPage) {
  const address = html`${origin}${image}`;
  return html`<title>${title} | ${firm.trading_name}</title><meta name="description" content="${description}"><meta property="og:type" content="website"><meta property="og:site_name" content="${firm.trading_name}"><meta property="og:title" content="${title}"><meta property="og:description" content="${description}"><meta property="og:image" content="${address}">${shopStyle}${data.map(structured)}`;
}

function structured(data: object): Markup {
  const json = JSON.stringify({ "@context": "https://schema.org", ...data });
  // Otherwise a text could close the script.
  return {
    source: `<script type="application/ld+json">${json.replaceAll("<", String.raw`\u003c`)}</script>`,
  };
}

export interface Crumb {
  readonly label: string;
  readonly path: string;
}

export function trail(crumbs: readonly Crumb[]): Markup {
  const items = [{ label: "Home", path: "/" }, ...crumbs].map(({ label, path }, index) =>
    index === crumbs.length
      ? html`<li><span aria-current="page">${label}</span></li>`
      : html`<li><a href="${path}">${label}</a></li>`,
  );
  return html`<nav aria-label="Breadcrumb"><ol class="trail">${items}</ol></nav>`;
}

export function trailData(origin: string, crumbs: readonly Crumb[]): object {
  const items = [{ label: "Home", path: "/" }, ...crumbs].map(({ label, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: label,
    item: origin + path,
  }));
  return { "@type": "BreadcrumbList", itemListElement: items };
}

/** For an address that leads to no part, or to none any more. */
export function missingPage(isGone: boolean): ShopPage {
  const title = isGone ? "This part is gone" : "There is no such part";
  const text = isGone
    ? "It was sold some time ago, or taken out of stock."
    : "The address may be incomplete, or the part is not for sale.";
  const main = html`<div class="shop column">${trail([
    { label: "Parts in stock", path: stockPath },
    { label: title, path: "" },
  ])}<div class="head"><h1>${title}</h1><p class="lead">${text} We may well have another: tell us what you need.</p></div><p class="pager"><a class="plain ask" href="/request-quote">Get a Quote</a><a class="plain" href="${stockPath}">Parts in stock</a></p></div>`;
  return { path: stockPath, title, description: text, main };
}
