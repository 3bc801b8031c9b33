import { stockPath } from "#domain/stock/part.ts";
import { choiceAddress, everything, stockChoice } from "#domain/stock/stock-address.ts";
import { chosenParts, publicParts } from "#server/features/deals/parts/public-parts.ts";
import type { BuiltFile, BuiltFiles, Site } from "#server/features/site/built-files.ts";
import type { LivePages } from "#server/features/site/pages.ts";
import type { Query } from "#server/platform/database/database.ts";
import { html } from "#server/platform/http/html.ts";
import type { Log } from "#server/platform/observability/log.ts";
import type { Services } from "#server/services/services.ts";

import { partCards } from "./cards.ts";
import { sitemapWith } from "./feed.ts";
import { nameOf } from "./list-of-stock.ts";
import { freshMs, type MadePages } from "./made-pages.ts";
import { cardStyle } from "./style.ts";

interface StockedSite {
  readonly site: Site;
  readonly files: BuiltFiles;
  /** The built pages as they are while parts are in stock. */
  readonly stocked: BuiltFiles;
  readonly made: MadePages;
  readonly log: Log;
}

/** Shows the pages of the site as they are while parts are in stock: with links, and the parts that match. */
export function stockedPages(
  services: Services,
  { site, files, stocked, made, log }: StockedSite,
): LivePages {
  const { now, database } = services;
  const hasStock = stockWatch(services);
  const places = new Map<string, boolean>();
  /** Most pages have no place for parts: they were built, and compressed as well as can be. */
  const asBuilt = (path: string): BuiltFile | null => {
    const page = stocked.get(path)?.() ?? null;
    const hasPlace = places.get(path) ?? (page === null || place.test(page.content().toString()));
    places.set(path, hasPlace);
    return hasPlace ? null : page;
  };
  const read = async (path: string): Promise<BuiltFile | null> => {
    if (!(await hasStock.read())) return null;
    const built = asBuilt(path);
    if (built !== null) return built;
    const text = (stocked.get(path) ?? files.get(path))?.().content().toString() ?? "";
    const make = () =>
      path === sitemapPath
        ? sitemapWith(text, database.longReads, site.origin, now())
        : withMatches(text, database.longReads, now());
    return made.page(path, path, make);
  };
  return (path, query) => {
    if (path === stockPath) return made.fresh(nameOf(stockChoice(query)));
    if (path.startsWith(`${stockPath}/`)) return made.fresh(path);
    if (!stocked.has(path) && (path !== sitemapPath || !files.has(path))) return null;
    const isStocked = hasStock.fresh();
    if (isStocked === false) return null;
    return (
      (isStocked === true ? (asBuilt(path) ?? made.fresh(path)) : null) ??
      read(path).catch((error: unknown) => {
        log.warn({ err: error, path }, "page without the stock");
        return null;
      })
    );
  };
}

const sitemapPath = "/sitemap.xml";

/** Looks whether anything is for sale, once in a few seconds. */
function stockWatch({ database, now }: Services) {
  let known: { readonly is: boolean; readonly at: number } | null = null;
  const fresh = () => (known !== null && Math.abs(now().getTime() - known.at) < freshMs ? known.is : null);
  return {
    fresh,
    async read(): Promise<boolean> {
      const at = now();
      const seen = fresh();
      if (seen !== null) return seen;
      const one = await publicParts(database.longReads, at).clearSelect().select("number").limit(1).execute();
      known = { is: one.length > 0, at: at.getTime() };
      return known.is;
    },
  };
}

const place = /<stock-parts(?: make="([^"]*)")?(?: kinds="([^"]*)")?><\/stock-parts>/;
const matchesMost = 6;

/** Puts up to six parts that match into the place that the page has for them; nothing if there are none. */
async function withMatches(page: string, db: Query, at: Date): Promise<string> {
  const [found, make = "", kinds = ""] = place.exec(page) ?? [];
  if (found === undefined) return page;
  const all = chosenParts(db, publicParts(db, at), { ...everything, make });
  const matching = kinds === "" ? all : all.where("kind", "in", kinds.split(" ") as never[]);
  const parts = await matching.orderBy("number", "desc").limit(matchesMost).execute();
  if (parts.length === 0) return page.replace(found, "");
  const title = make === "" ? "In stock now" : `${make} parts in stock now`;
  const more = choiceAddress({ ...everything, make });
  const section = html`<section class="in-stock" aria-labelledby="in-stock"><div class="column"><h2 id="in-stock">${title}</h2>${partCards(parts, { later: true })}<p class="more"><a href="${more}">See all ${make === "" ? "" : `${make} `}parts in stock</a></p></div></section>`;
  return page.replace(found, () => section.source).replace("</head>", () => `${cardStyle.source}</head>`);
}
