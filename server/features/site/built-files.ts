import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { brotliDecompressSync } from "node:zlib";

import type { PageFacts } from "#domain/firm/page-facts.ts";
import { originMarker } from "#domain/wire.ts";
import { compress, type Encoding } from "#server/platform/http/compression.ts";
import {
  contentSecurityPolicy,
  framedNowhere,
  securityHeaders,
  sharedProcessHeaders,
} from "#server/platform/http/security-headers.ts";

import { filledJson, filledPage } from "./filled-facts.ts";

export interface Site {
  readonly origin: string;
  /** The only other host that pages may use, or null. */
  readonly analyticsOrigin: string | null;
  /** Changes while the server runs: pages are filled in anew at their next request. */
  readonly facts: () => PageFacts;
}

export interface BuiltFile {
  readonly content: () => Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** Filled by the build and by earlier requests. */
  readonly encoded: Map<Encoding, EncodedBody>;
  /** Made while the server runs: what was compressed for it at first is all that is kept. */
  readonly isMade?: true;
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
    if (br !== null)
      files.set(
        path,
        once(() => asItIs(path, extname(file), site, br)),
      );
    else if (namesFacts(extname(file))) files.set(path, filledFile(path, extname(file), site, built));
    else
      files.set(
        path,
        once(() => prepare(extname(file), path, site, () => built)),
      );
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

function once(make: () => BuiltFile): () => BuiltFile {
  let made: BuiltFile | null = null;
  return () => (made ??= make());
}

/** A file that the build has compressed. */
function asItIs(path: string, ending: string, site: Site, br: Buffer): BuiltFile {
  const file = prepare(ending, path, site, () => brotliDecompressSync(br));
  keep(file, "br", br);
  return file;
}

const namesFacts = (ending: string) => [".html", ".xml", ".txt", ".webmanifest"].includes(ending);

/** A file with markers of the build, filled in once for all readers until the firm's facts change. */
function filledFile(path: string, ending: string, site: Site, built: Buffer): () => BuiltFile {
  let made: { readonly facts: PageFacts; readonly file: BuiltFile } | null = null;
  const fill = ending === ".webmanifest" ? filledJson : filledPage;
  return () => {
    const facts = site.facts();
    if (made?.facts === facts) return made.file;
    // Filled in again for each encoding: that is rarer than a second copy of each page would be large.
    const content = () => Buffer.from(fill(built.toString().replaceAll(originMarker, site.origin), facts));
    made = { facts, file: prepare(ending, path, site, content) };
    return made.file;
  };
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

/** Makes a file while the server runs, with the headers of a built one. Of its bytes, only the compressed ones are kept. */
export async function makePage(path: string, text: string, site: Site): Promise<BuiltFile> {
  const content = Buffer.from(text);
  const br = await compress(content, "br");
  const made = prepare(extname(path) || ".html", path, site, () => content);
  const file = { ...made, content: () => brotliDecompressSync(br), isMade: true } as const;
  keep(file, "br", br);
  return file;
}

export function keep(file: BuiltFile, encoding: Encoding, body: Buffer): EncodedBody {
  const { headers, encoded } = file;
  const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const all = {
    ...headers,
    etag,
    "content-length": String(body.length),
    ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
  };
  const kept = { body, etag, headers: Object.entries(all).flat() };
  if (file.isMade === undefined || encoding === "br") encoded.set(encoding, kept);
  return kept;
}

/** Structured data needs no permission: browsers do not run it. */
function policyOf(page: string, analyticsOrigin: string | null): string {
  const scripts = page.matchAll(/<script(?![^>]*(?:\ssrc=|json"))[^>]*>(.*?)<\/script>/gs);
  const styles = page.matchAll(/<style[^>]*>(.*?)<\/style>/gs);
  return contentSecurityPolicy({ scripts: hashesOf(scripts), styles: hashesOf(styles) }, analyticsOrigin);
}

function hashesOf(matches: Iterable<RegExpMatchArray>): string[] {
  const hash = (inline: string) => `'sha256-${createHash("sha256").update(inline).digest("base64")}'`;
  return [...new Set([...matches].map(([, inline = ""]) => hash(inline)))];
}
