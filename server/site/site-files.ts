import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

import { referencePlaceholder } from "#domain/reference-number.ts";

import { contentTypeOf, prepareFile, type ServedFile } from "./page.ts";

/** The build leaves this where SITE_ORIGIN belongs, so that one build serves any origin. */
export const originMarker = "https://site-origin.invalid";

const compressedEndings = new Set([".br", ".gz"]);

/** Pages that search engines and caches must leave alone. */
const privatePages = new Set(["/admin", "/admin-login", "/thanks"]);

/** All that the build made, by the path it is served under, and the page that names a reference. */
export interface SiteFiles {
  readonly byPath: ReadonlyMap<string, ServedFile>;
  /** The thanks page with the reference written in; null where the build has none. */
  readonly thanksPage: (refNumber: string) => ServedFile | null;
}

/** Reads every page and asset once: serving from disk cost six times as much in our measurements. */
export function loadSiteFiles(folder: string, siteOrigin: string): SiteFiles {
  const byPath = new Map<string, ServedFile>();
  let thanks: string | null = null;
  for (const file of filesIn(folder)) {
    const ending = extname(file);
    if (compressedEndings.has(ending) || contentTypeOf(ending) === null) continue;
    const path = pathOf(relative(folder, file));
    if (path === null) continue;
    const content = readFileSync(file);
    if (ending !== ".html") {
      byPath.set(path, prepareAsset(file, ending, content, path, siteOrigin));
      continue;
    }
    const page = content.toString("utf8").replaceAll(originMarker, siteOrigin);
    if (path === "/thanks") thanks = page;
    byPath.set(path, preparePage(page, path, siteOrigin));
  }
  return {
    byPath,
    thanksPage(refNumber) {
      const page = thanks?.replaceAll(referencePlaceholder, refNumber);
      return page === undefined ? null : preparePage(page, "/thanks", siteOrigin);
    },
  };
}

function preparePage(page: string, path: string, siteOrigin: string): ServedFile {
  const isPrivate = privatePages.has(path);
  return prepareFile({
    ending: ".html",
    content: Buffer.from(page),
    hashed: false,
    siteOrigin,
    ...(isPrivate ? { extraHeaders: { "cache-control": "no-store", "x-robots-tag": "noindex" } } : {}),
  });
}

function prepareAsset(
  file: string,
  ending: string,
  content: Buffer,
  path: string,
  siteOrigin: string,
): ServedFile {
  const br = readIfThere(`${file}.br`);
  const gzip = readIfThere(`${file}.gz`);
  return prepareFile({
    ending,
    content,
    hashed: path.startsWith("/assets/"),
    siteOrigin,
    compressed: { ...(br === null ? {} : { br }), ...(gzip === null ? {} : { gzip }) },
  });
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** `index.html` is `/`, `about/index.html` is `/about`; hidden files and the router's fallback are not served. */
function pathOf(name: string): string | null {
  const path = `/${name.split(sep).join("/")}`;
  if (path.includes("/.") || path.includes("/__")) return null;
  const page = path.replace(/\/?(?:index)?\.html$/, "");
  return page === "" ? "/" : page;
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
