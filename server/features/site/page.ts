import { createHash } from "node:crypto";

import {
  contentSecurityPolicy,
  framedNowhere,
  type InlineHashes,
  securityHeaders,
} from "#server/platform/http/security-headers.ts";

import { compress } from "./compress.ts";
import type { Encoding } from "./content-encoding.ts";
import { OnePiece } from "./one-piece.ts";

/** One answer, ready to be written: header names and values in turn, as `writeHead` takes them. */
export interface Variant {
  readonly headers: string[];
  readonly notModifiedHeaders: string[];
  readonly etag: string;
  readonly body: Buffer;
  readonly onePiece: OnePiece;
}

/** A file held in memory. */
export interface ServedFile {
  /** The file in this encoding: a promise only while it is being compressed for the first time. */
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

/** What a file of this ending is served as, or null: nothing else leaves the build folder. */
export function contentTypeOf(ending: string): string | null {
  return contentTypes[ending] ?? null;
}

/** What the pages of an installation have in common. */
export interface Site {
  readonly origin: string;
  /** The one other host that a page may use; null for none. */
  readonly analyticsOrigin: string | null;
}

export interface FileToServe {
  readonly ending: string;
  readonly content: Buffer;
  /** Its name changes with its content, so browsers may keep it for good. */
  readonly hashed: boolean;
  readonly site: Site;
  /** A page of the desk, where no visitor count belongs. */
  readonly isForStaff: boolean;
  /** Compressed at build time, where it was. */
  readonly compressed?: { readonly br?: Buffer; readonly gzip?: Buffer };
  readonly extraHeaders?: Readonly<Record<string, string>>;
}

/**
 * Prepares a file for serving: strong ETags, headers, and a page's content security policy. What the build has
 * not compressed is compressed when it is first asked for: doing all of it at start took longer than the rest.
 */
export function prepareFile(file: FileToServe): ServedFile {
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
  const make = async (encoding: Encoding) => {
    const body = await compress(file.content, encoding).catch(() => null);
    const made = body === null ? identity : variant(encoding, body);
    variants.set(encoding, made);
    return made;
  };
  return {
    in(encoding) {
      const known = variants.get(encoding);
      if (known !== undefined) return known;
      const made = make(encoding);
      variants.set(encoding, made);
      return made;
    },
  };
}

/** The headers that a file has in every encoding. */
export function headersOf(file: FileToServe): Record<string, string> {
  const isPage = file.ending === ".html";
  const { origin, analyticsOrigin } = file.site;
  const policy = isPage
    ? contentSecurityPolicy(inlineHashes(file.content), file.isForStaff ? null : analyticsOrigin)
    : framedNowhere;
  return {
    "content-type": contentTypes[file.ending] ?? "application/octet-stream",
    "cache-control": file.hashed
      ? "public, max-age=31536000, immutable"
      : "public, max-age=0, must-revalidate",
    vary: "accept-encoding",
    ...securityHeaders(origin),
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
  const headers = flat(full);
  return { headers, notModifiedHeaders: flat(shared), etag, body, onePiece: new OnePiece(headers, body) };
}

function flat(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat();
}

/** CSP hashes of the inline scripts and style sheets that the page was built with. */
function inlineHashes(content: Buffer): InlineHashes {
  const page = content.toString("utf8");
  return {
    scripts: hashesOf(page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)),
    styles: hashesOf(page.matchAll(/<style[^>]*>(.*?)<\/style>/gs)),
  };
}

function hashesOf(matches: Iterable<RegExpMatchArray>): string[] {
  const hashes = [...matches].map(([, inline = ""]) => {
    return `'sha256-${createHash("sha256").update(inline).digest("base64")}'`;
  });
  return [...new Set(hashes)];
}
