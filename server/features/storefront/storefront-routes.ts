import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { stockPath } from "#domain/stock/part.ts";
import { partAddress, stockChoice } from "#domain/stock/stock-address.ts";
import { readDeskSetting } from "#server/features/deals/deal/desk-settings.ts";
import { readPartPage } from "#server/features/deals/parts/public-parts.ts";
import type { BuiltFile, BuiltFiles, Site } from "#server/features/site/built-files.ts";
import { sendFile } from "#server/features/site/pages.ts";
import type { Services } from "#server/services/services.ts";

import { feedPath, feedRoute } from "./feed.ts";
import { framed, missingPage, type ShopPage } from "./frame.ts";
import { listOfStock, nameOf } from "./list-of-stock.ts";
import { emptyPage } from "./list-page.ts";
import type { MadePages } from "./made-pages.ts";
import { partPage } from "./part-page.ts";
import { partPhotos } from "./part-photos.ts";

interface Storefront {
  readonly site: Site;
  readonly stocked: BuiltFiles;
  readonly made: MadePages;
}

/** The parts for sale: the list, a page for each, their photos, and the feed (deals.md section 12). */
export function storefrontRoutes(
  server: FastifyInstance,
  services: Services,
  { site, stocked, made }: Storefront,
): void {
  const { database, now } = services;
  const asPage = { config: { errorFormat: "page" } } as const;
  const framedText = (page: ShopPage) => framed(stocked, site, page);
  const missing = (isGone: boolean) =>
    made.page(`missing ${isGone}`, stockPath, () => framedText(missingPage(isGone)));
  const readList = listOfStock(services);

  server.get(stockPath, asPage, async (request, reply) => {
    const choice = stockChoice(request.url.split("?", 2)[1] ?? "");
    const name = nameOf(choice);
    const known = made.fresh(name);
    if (known !== null) return sendMade(request, reply, known);
    const page = await readList(name, choice);
    // One page for all that finds nothing: no address takes room in memory by that.
    const [kept, shown] = page === null ? ["empty", emptyPage()] : [name, page];
    return sendMade(request, reply, await made.page(kept, stockPath, () => framedText(shown)));
  });

  const sendPart = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split("?", 1)[0] ?? "";
    if (path === `${stockPath}/`) return reply.redirect(stockPath, 308);
    const [, label = "", digits = ""] = /^\/stock\/(P?)(\d{1,9})(?:\/|$)/i.exec(path) ?? [];
    const shown = await readPartPage(database.reader, Number(digits), now());
    if (shown === null || digits === "") return sendMade(request, reply, await missing(false), 404);
    if (shown === "gone") return sendMade(request, reply, await missing(true), 410);
    const address = partAddress(shown.part);
    if (label !== "" || path !== address) return reply.redirect(address, 301);
    const { value: freight } = await readDeskSetting(database.reader, "freight");
    const text = () => framedText(partPage(site.origin, shown, freight));
    return sendMade(request, reply, await made.page(address, stockPath, text));
  };
  server.get(`${stockPath}/:number`, asPage, sendPart);
  server.get(`${stockPath}/:number/:slug`, asPage, sendPart);
  const sendPhoto = partPhotos(services);
  server.get(`${stockPath}/photo/:file`, sendPhoto);
  server.get(feedPath, feedRoute(services, site.origin));
}

/** Without the router's own headers and compression: the file has both. */
function sendMade(request: FastifyRequest, reply: FastifyReply, file: BuiltFile, status = 200) {
  reply.hijack();
  return sendFile(request.raw, reply.raw, file, status);
}
