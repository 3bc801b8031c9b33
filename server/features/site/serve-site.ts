import type { IncomingMessage, ServerResponse } from "node:http";

import { chooseEncoding } from "#server/platform/http/compression.ts";
import type { PageLog } from "#server/platform/observability/page-log.ts";

import type { ServedFile, Variant } from "./page.ts";
import type { SiteFiles } from "./site-files.ts";
import { serveStartedForm, startedFormPath, startIn } from "./started-form.ts";
import { sentIn, type ThanksServer, thanksPath } from "./thanks.ts";

/** Serves pages and assets from memory. Returns false if the path is neither. */
export type SiteListener = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Runs before the router: most requests are for files, which don't need it (docs/decisions/020-pages-from-memory.md). */
export function siteListener(files: SiteFiles, thanks: ThanksServer, log: PageLog): SiteListener {
  return (request, response) => {
    const { url = "/", method = "GET" } = request;
    const cut = url.indexOf("?");
    const asked = cut === -1 ? url : url.slice(0, cut);
    const path = servedPath(files, asked);
    const file = files.byPath.get(path);
    const isRead = method === "GET" || method === "HEAD";
    if (file === undefined) return isRead && redirectToPage(files, path, url.slice(path.length), response);
    if (!isRead) refuseMethod(files, request, response);
    else if (cut === -1 || !serveFilled(files, thanks, request, response)) sendFile(request, response, file);
    log.note(method, path, response.statusCode);
    return true;
  };
}

/** Serves a page with what the query names. Returns false if it has no gaps for that. */
function serveFilled(
  { thanksPages, startedForm }: SiteFiles,
  thanks: ThanksServer,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [path, query = ""] = (request.url ?? "").split("?", 2);
  const sent = path === thanksPath ? sentIn(query, thanksPages) : null;
  const start = path === startedFormPath && startedForm !== null ? startIn(query) : null;
  if (sent !== null) thanks.serve(request, response, sent).catch(() => response.destroy());
  else if (start !== null && startedForm !== null)
    serveStartedForm(request, response, startedForm, start).catch(() => response.destroy());
  return sent !== null || start !== null;
}

/** An unknown brand shows Honda's page, with Honda's canonical address (specification section 2). */
function servedPath({ byPath }: SiteFiles, asked: string): string {
  return !byPath.has(asked) && /^\/brands\/[^/]+$/.test(asked) ? "/brands/honda" : asked;
}

/** `/about/` is the page `/about`. */
function redirectToPage(files: SiteFiles, path: string, query: string, response: ServerResponse): boolean {
  const page = withoutEndSlashes(path);
  if (page === path || !files.byPath.has(page)) return false;
  response.writeHead(308, { ...files.otherHeaders, location: page + query, "content-length": 0 }).end();
  return true;
}

/** No regular expression: it would take the square of the length of a path that is all slashes. */
function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path.charAt(end - 1) === "/") end -= 1;
  return path.slice(0, end);
}

/** Responds to `OPTIONS` with the allowed methods, and refuses all other methods: files can only be read. */
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
  variant.response.send(request, response);
}

/** Our ETags are quoted and contain no quotes, so a substring of the header is a whole ETag, weak or strong. */
function matchesEtag(header: string | undefined, etag: string): boolean {
  return header !== undefined && (header === "*" || header.includes(etag));
}
