import type { IncomingMessage, ServerResponse } from "node:http";

import { chooseEncoding } from "./content-encoding.ts";
import { sendInOnePiece } from "./one-piece.ts";
import type { ServedFile } from "./page.ts";
import type { SiteFiles } from "./site-files.ts";

export const thanksPath = "/thanks";

/** Answers requests for pages and assets from memory; false where the path is none of them. */
export type SiteListener = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Runs before the router: most requests are for files, and those need nothing the router offers. A thanks
 * page with a query does, see thanks-route.ts.
 */
export function siteListener(files: SiteFiles): SiteListener {
  return (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const url = request.url ?? "/";
    const cut = url.indexOf("?");
    const path = cut === -1 ? url : url.slice(0, cut);
    const file = files.byPath.get(path) ?? fallbackPage(files, path);
    if (file === undefined) return redirectToPage(files, path, url.slice(path.length), response);
    if (path === thanksPath && cut !== -1) return false;
    sendFile(request, response, file);
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
  response.writeHead(308, { location: page + query, "content-length": "0" }).end();
  return true;
}

/** Answers with a file as the browser wants it: compressed, or not at all where it has it. */
export function sendFile(request: IncomingMessage, response: ServerResponse, file: ServedFile): void {
  const variant = file[chooseEncoding(request.headers["accept-encoding"])];
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

function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === "*") return true;
  return header.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}
