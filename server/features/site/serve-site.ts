import type { IncomingMessage, ServerResponse } from "node:http";

import { chooseEncoding } from "./content-encoding.ts";
import { sendInOnePiece } from "./one-piece.ts";
import type { ServedFile, Variant } from "./page.ts";
import type { PromisedMoment } from "./promised-moment.ts";
import { sentIn, serveThanks, thanksPath } from "./serve-thanks.ts";
import type { SiteFiles } from "./site-files.ts";

/** Answers requests for pages and assets from memory; false where the path is none of them. */
export type SiteListener = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Runs before the router: most requests are for files, and those need nothing the router offers. */
export function siteListener(files: SiteFiles, promisedMoment: PromisedMoment): SiteListener {
  return (request, response) => {
    const { url = "/" } = request;
    const cut = url.indexOf("?");
    const path = cut === -1 ? url : url.slice(0, cut);
    const file = files.byPath.get(path) ?? fallbackPage(files, path);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (file === undefined) return isRead && redirectToPage(files, path, url.slice(path.length), response);
    const sent = path === thanksPath && cut !== -1 ? sentIn(url.slice(cut + 1), files) : null;
    if (!isRead) refuseMethod(files, request, response);
    else if (sent === null) sendFile(request, response, file);
    else serveThanks(request, response, sent, promisedMoment).catch(() => response.destroy());
    return true;
  };
}

/** An unknown brand shows Honda's page, with Honda's canonical address (specification section 2). */
function fallbackPage(files: SiteFiles, path: string): ServedFile | undefined {
  return /^\/brands\/[^/]+$/.test(path) ? files.byPath.get("/brands/honda") : undefined;
}

/** `/about/` is the page `/about`. */
function redirectToPage(files: SiteFiles, path: string, query: string, response: ServerResponse): boolean {
  const page = path.replace(/\/+$/, "");
  if (page === path || !files.byPath.has(page)) return false;
  response.writeHead(308, { ...files.otherHeaders, location: page + query, "content-length": 0 }).end();
  return true;
}

/** Files can only be read. `OPTIONS` asks what is possible; everything else is refused. */
function refuseMethod({ otherHeaders }: SiteFiles, request: IncomingMessage, response: ServerResponse): void {
  const headers = { ...otherHeaders, allow: "GET, HEAD, OPTIONS" };
  if (request.method === "OPTIONS") {
    response.writeHead(204, headers).end();
    return;
  }
  const body = JSON.stringify({ success: false, error: "This address can only be read" });
  const type = { "content-type": "application/json; charset=utf-8", "content-length": body.length };
  response.writeHead(405, { ...headers, ...type }).end(body);
}

/** Answers with a file as the browser wants it: compressed, or not at all where it has it. */
function sendFile(request: IncomingMessage, response: ServerResponse, file: ServedFile): void {
  const variant = file.in(chooseEncoding(request.headers["accept-encoding"]));
  if (variant instanceof Promise) void variant.then((ready) => sendVariant(request, response, ready));
  else sendVariant(request, response, variant);
}

function sendVariant(request: IncomingMessage, response: ServerResponse, variant: Variant): void {
  if (matchesEtag(request.headers["if-none-match"], variant.etag)) {
    response.writeHead(304, variant.notModifiedHeaders).end();
    return;
  }
  const isHead = request.method === "HEAD";
  if (!isHead && sendInOnePiece(request, response, variant.onePiece)) return;
  response.writeHead(200, variant.headers);
  if (isHead) response.end();
  else response.end(variant.body);
}

/** Our tags are quoted and contain no quotes: one that stands in the header is a whole one, weak or strong. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  return header !== undefined && (header === "*" || header.includes(etag));
}
