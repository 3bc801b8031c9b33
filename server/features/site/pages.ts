import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { brotliDecompressSync } from "node:zlib";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { CalendarDate } from "#domain/calendar-date.ts";
import { closedDaysMarker, originMarker } from "#domain/wire.ts";
import { acceptsGzip, chooseEncoding, compress, type Encoding } from "#server/platform/http/compression.ts";
import {
  contentSecurityPolicy,
  framedNowhere,
  securityHeaders,
  sharedProcessHeaders,
} from "#server/platform/http/security-headers.ts";
import type { Log } from "#server/platform/observability/log.ts";

import { fillGaps } from "./page-template.ts";

export interface Site {
  readonly origin: string;
  /** The only other host that pages may use, or null. */
  readonly analyticsOrigin: string | null;
  /** The days ahead on which the shop is closed although it has opening hours, for the call button. */
  readonly closedDays: readonly CalendarDate[];
}

export interface BuiltFile {
  readonly content: () => Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** Filled by the build and by earlier requests. */
  readonly encoded: Map<Encoding, EncodedBody>;
}

interface EncodedBody {
  readonly body: Buffer;
  readonly etag: string;
  /** Names and values alternate, as `writeHead` takes them fastest. */
  readonly headers: string[];
}

/** By path. Most files of a site are never asked for, so each is prepared at its first request. */
export type BuiltFiles = ReadonlyMap<string, () => BuiltFile>;

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".png": "image/png",
  ".ico": "image/x-icon",
};

/** Reads every file at once: serving from disk takes six times as long (docs/decisions/020-pages-from-memory.md). */
export function loadFiles(folder: string, site: Site): BuiltFiles {
  const files = new Map<string, () => BuiltFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const path = pathOf(relative(folder, file));
    if (!entry.isFile() || path === null || contentTypes[extname(file)] === undefined) continue;
    const br = existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : null;
    const built = br ?? readFileSync(file);
    files.set(path, () => {
      const content = br === null ? filledIn(built, extname(file), site) : () => brotliDecompressSync(br);
      const prepared = prepare(extname(file), path, site, content);
      if (br !== null) keep(prepared, "br", br);
      files.set(path, () => prepared);
      return prepared;
    });
  }
  return files;
}

/** `index.html` is `/`, `about/index.html` is `/about`; hidden files are not served. */
function pathOf(name: string): string | null {
  const path = `/${name.split(sep).join("/")}`;
  if (path.includes("/.")) return null;
  const page = path.replace(/\/?(?:index)?\.html$/, "");
  return page === "" ? "/" : page;
}

/** Fills in what only the start knows, in place of the build's markers. */
function filledIn(built: Buffer, ending: string, { origin, closedDays }: Site): () => Buffer {
  if (![".html", ".xml", ".txt"].includes(ending)) return () => built;
  const text = built.toString().replaceAll(originMarker, origin);
  const filled = Buffer.from(text.replaceAll(closedDaysMarker, closedDays.join(" ")));
  return () => filled;
}

function prepare(ending: string, path: string, site: Site, content: () => Buffer): BuiltFile {
  const isForStaff = /^\/admin(?:-login|\/.*)?$/.test(path);
  const isUnlisted = isForStaff || /^\/thanks(?:\/.*)?$/.test(path); // Search engines and caches must leave these pages out.
  const headers = {
    "content-type": contentTypes[ending] ?? "",
    "cache-control": path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache",
    vary: "accept-encoding",
    ...(isForStaff ? securityHeaders(site.origin) : sharedProcessHeaders(site.origin)),
    "content-security-policy":
      ending === ".html"
        ? policyOf(content().toString(), isForStaff ? null : site.analyticsOrigin)
        : framedNowhere,
    ...(isUnlisted ? { "cache-control": "no-store", "x-robots-tag": "noindex" } : {}),
  };
  return { content, headers, encoded: new Map() };
}

function keep({ headers, encoded }: BuiltFile, encoding: Encoding, body: Buffer): EncodedBody {
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const all = {
    ...headers,
    etag,
    "content-length": String(body.length),
    ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
  };
  const kept = { body, etag, headers: Object.entries(all).flat() };
  encoded.set(encoding, kept);
  return kept;
}

/** Structured data needs no permission: browsers do not run it. */
function policyOf(page: string, analyticsOrigin: string | null): string {
  const scripts = page.matchAll(/<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>(.*?)<\/script>/gs);
  const styles = page.matchAll(/<style[^>]*>(.*?)<\/style>/gs);
  return contentSecurityPolicy({ scripts: hashesOf(scripts), styles: hashesOf(styles) }, analyticsOrigin);
}

function hashesOf(matches: Iterable<RegExpMatchArray>): string[] {
  const hash = (inline: string) => `'sha256-${createHash("sha256").update(inline).digest("base64")}'`;
  return [...new Set([...matches].map(([, inline = ""]) => hash(inline)))];
}

/** An unknown brand shows Honda's page (specification section 2); a page of the desk about one machine is one for all. */
function fileAt(files: BuiltFiles, path: string): (() => BuiltFile) | undefined {
  const one = path.replace(/^\/brands\/[^/]+$/, "/brands/honda").replace(/^(\/admin\/[a-z]+)\/\d+$/, "$1/0");
  return files.get(path) ?? files.get(one);
}

/** A page for one visitor, made of a built one: what goes into its gaps. */
export interface Filling {
  readonly file: BuiltFile;
  /** Always the same for one page. */
  readonly gaps: RegExp;
  readonly fill: (gap: string) => string;
}

/** Fills a page in. Null serves it as it was built. */
export type Fill = (request: FastifyRequest, file: BuiltFile) => Promise<Filling | null> | Filling | null;
/** By the first part of the path. */
type Fills = Readonly<Record<string, Fill>>;

const fillFor = (fills: Fills, path: string) => fills[path.split("/")[1] ?? ""];

/** Serves reads of built files before the router. Returns false for everything else, and for what a query may fill in. */
export function pageListener(files: BuiltFiles, fills: Fills, log: Log) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = "/", method } = request;
    const [path = "", query] = url.split("?", 2);
    const file = fileAt(files, path);
    const isRead = method === "GET" || method === "HEAD";
    if (file === undefined || !isRead) return false;
    if (query !== undefined && fillFor(fills, path) !== undefined) return false;
    sendFile(request, response, file()).then(
      () => log.info({ method, path, status: response.statusCode }, "request"),
      (error: unknown) => {
        log.error({ err: error, path }, "page not sent");
        response.destroy();
      },
    );
    return true;
  };
}

export function filledPageRoutes(server: FastifyInstance, files: BuiltFiles, fills: Fills): void {
  for (const path of files.keys()) {
    const fill = fillFor(fills, path);
    if (fill === undefined) continue;
    server.get(path, async (request, reply) => {
      // At each request: asking for a file that is not prepared yet replaces the one in the list.
      const file = files.get(path)?.();
      const filled = file && (await fill(request, file));
      if (filled) return sendFilled(request, reply, filled);
      reply.hijack();
      return file && sendFile(request.raw, reply.raw, file);
    });
  }
}

async function sendFilled(request: FastifyRequest, reply: FastifyReply, filled: Filling) {
  const accepted = request.headers["accept-encoding"];
  // Only gzip can be put together of parts.
  const encoding = acceptsGzip(accepted) ? "gzip" : chooseEncoding(accepted);
  return send(reply, filled.file, encoding, await fillGaps(filled, encoding));
}

/** Sends a page for one visitor, with the headers of a built one. */
export async function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, text }: { readonly file: BuiltFile; readonly text: string },
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers["accept-encoding"]);
  return send(reply, file, encoding, await compress(Buffer.from(text), encoding));
}

function send(reply: FastifyReply, file: BuiltFile, encoding: Encoding, body: Buffer): FastifyReply {
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.headers({ ...file.headers, "cache-control": "no-store" }).send(body);
}

async function sendFile(request: IncomingMessage, response: ServerResponse, file: BuiltFile): Promise<void> {
  const { "content-type": type = "" } = file.headers;
  const encoding = /^(?:image\/(?!svg)|font)/.test(type)
    ? "identity"
    : chooseEncoding(request.headers["accept-encoding"]);
  const { body, etag, headers } =
    file.encoded.get(encoding) ?? keep(file, encoding, await compress(file.content(), encoding, 11));
  const known = request.headers["if-none-match"];
  // Our ETags are quoted and contain no quotes, so a part of the header is a whole one, weak or strong.
  if (known !== undefined && (known === "*" || known.includes(etag))) {
    response.writeHead(304, { ...file.headers, etag }).end();
  } else {
    response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : body);
  }
}

/** A rule that holds the font for headings, which the build named after its content; null without built pages. */
export function signFontIn(folder: string): string | null {
  const font = assetIn(folder, /^barlow-condensed-700-[\w-]+\.woff2$/);
  if (font === null) return null;
  const source = `data:font/woff2;base64,${readFileSync(join(folder, font)).toString("base64")}`;
  return `@font-face{font-family:Barlow Condensed;font-weight:600 700;src:url(${source})format("woff2")}`;
}

/** The address of a script of a deal's pages, which the build named after its content; null without a build. */
export function scriptIn(folder: string, script: "photos" | "send-on"): string | null {
  return assetIn(folder, new RegExp(`^deal-${script}-[\\w-]+\\.js$`));
}

function assetIn(folder: string, pattern: RegExp): string | null {
  const assets = join(folder, "assets");
  const names = existsSync(assets) ? readdirSync(assets) : [];
  const name = names.find((one) => pattern.test(one));
  return name === undefined ? null : `/assets/${name}`;
}
