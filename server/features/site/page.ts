import { createHash } from "node:crypto";

import type { CalendarDate } from "#domain/calendar-date.ts";
import { compress, compressBest, type Encoding } from "#server/platform/http/compression.ts";
import { OnePiece } from "#server/platform/http/one-piece.ts";
import {
  contentSecurityPolicy,
  framedNowhere,
  type InlineHashes,
  securityHeaders,
  sharedProcessHeaders,
} from "#server/platform/http/security-headers.ts";

/** A file in one encoding, ready to be sent. */
export interface Variant {
  readonly etag: string;
  readonly response: OnePiece;
  /** Names and values alternate, as `writeHead` takes them. */
  readonly notModifiedHeaders: string[];
}

export interface ServedFile {
  /** Returns a promise only while the file is being compressed for the first time. */
  in(encoding: Encoding): Variant | Promise<Variant>;
}

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".jpg": "image/jpeg",
  ".woff2": "font/woff2",
};

const alreadyCompressed = new Set([".png", ".webp", ".avif", ".jpg", ".woff2"]);

/** Returns the content type for a file ending; null if such files are not served. */
export function contentTypeOf(ending: string): string | null {
  return contentTypes[ending] ?? null;
}

export interface Site {
  readonly origin: string;
  /** The only other host that pages may use, or null. */
  readonly analyticsOrigin: string | null;
  /** The days ahead on which the shop is closed although it has opening hours, for the call button. */
  readonly closedDays: readonly CalendarDate[];
}

export interface FileToServe {
  readonly ending: string;
  readonly content: Buffer;
  /** Its name changes with its content, so browsers may cache it forever. */
  readonly hashed: boolean;
  readonly site: Site;
  /** Whether it is a page of the desk, where visits are not counted. */
  readonly isForStaff: boolean;
  /** As far as the build has compressed it. */
  readonly compressed?: { readonly br?: Buffer; readonly gzip?: Buffer };
  readonly extraHeaders?: Readonly<Record<string, string>>;
}

type Enqueue = (job: () => Promise<void>) => void;

/** Runs jobs one after the other. None of them may reject. */
export function oneAtATime(): Enqueue {
  let last = Promise.resolve();
  return (job) => void (last = last.then(job));
}

/** Makes and prepares a file at its first request: most files of a site are never asked for. */
export function servedFile(make: () => FileToServe, later: Enqueue): ServedFile {
  let prepared: ServedFile | null = null;
  return { in: (encoding) => (prepared ??= prepareFile(make(), later)).in(encoding) };
}

/**
 * Compresses what the build has not at the first request in that encoding: at the start, it took longer than
 * everything else. The best compression takes long: it is made for a file that is asked for again, and nobody waits
 * for it. `later` runs it for one file at a time: all at once, they would leave no core for requests.
 */
function prepareFile(file: FileToServe, later: Enqueue): ServedFile {
  const headers = headersOf(file);
  const etagBase = createHash("sha256").update(file.content).digest("base64url").slice(0, 22);
  const variant = (encoding: Encoding, body: Buffer) =>
    variantOf(encoding, body, `"${etagBase}-${encoding}"`, headers);
  const identity = variant("identity", file.content);
  if (alreadyCompressed.has(file.ending)) return { in: () => identity };
  const { br, gzip } = file.compressed ?? {};
  const variants = new Map<Encoding, Variant | Promise<Variant>>([["identity", identity]]);
  if (br !== undefined) variants.set("br", variant("br", br));
  if (gzip !== undefined) variants.set("gzip", variant("gzip", gzip));
  let canImprove = br === undefined;
  const improve = async () => {
    await variants.get("br");
    const body = await compressBest(file.content).catch(() => null);
    if (body !== null) variants.set("br", variant("br", body));
  };
  const make = async (encoding: Encoding) => {
    const body = await compress(file.content, encoding).catch(() => null);
    const made = body === null ? identity : variant(encoding, body);
    variants.set(encoding, made);
    return made;
  };
  return {
    in(encoding) {
      const known = variants.get(encoding);
      if (known !== undefined && encoding === "br" && canImprove) {
        canImprove = false;
        later(improve);
      }
      if (known !== undefined) return known;
      const made = make(encoding);
      variants.set(encoding, made);
      return made;
    },
  };
}

export function headersOf(file: FileToServe): Record<string, string> {
  const isPage = file.ending === ".html";
  const { origin, analyticsOrigin } = file.site;
  const common = file.isForStaff ? securityHeaders(origin) : sharedProcessHeaders(origin);
  const policy = isPage
    ? contentSecurityPolicy(inlineHashes(file.content), file.isForStaff ? null : analyticsOrigin)
    : framedNowhere;
  return {
    "content-type": contentTypes[file.ending] ?? "application/octet-stream",
    "cache-control": file.hashed ? "public, max-age=31536000, immutable" : "no-cache",
    vary: "accept-encoding",
    ...common,
    "content-security-policy": policy,
    ...file.extraHeaders,
  };
}

function variantOf(encoding: Encoding, body: Buffer, etag: string, common: Record<string, string>): Variant {
  const shared = { ...common, etag };
  const full = {
    ...shared,
    ...(encoding === "identity" ? {} : { "content-encoding": encoding }),
    "content-length": String(body.length),
  };
  return { etag, response: new OnePiece(flat(full), body), notModifiedHeaders: flat(shared) };
}

function flat(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat();
}

/** Structured data needs no permission: browsers do not run it. */
function inlineHashes(content: Buffer): InlineHashes {
  const page = content.toString("utf8");
  return {
    scripts: hashesOf(page.matchAll(/<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>(.*?)<\/script>/gs)),
    styles: hashesOf(page.matchAll(/<style[^>]*>(.*?)<\/style>/gs)),
  };
}

function hashesOf(matches: Iterable<RegExpMatchArray>): string[] {
  const hashes = [...matches].map(([, inline = ""]) => {
    return `'sha256-${createHash("sha256").update(inline).digest("base64")}'`;
  });
  return [...new Set(hashes)];
}
