import { readdirSync, readFileSync, existsSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

import { closedDaysMarker, originMarker } from "#domain/wire.ts";
import { securityHeaders } from "#server/platform/http/security-headers.ts";

import type { PageWithGaps } from "./page-with-gaps.ts";
import {
  contentTypeOf,
  type FileToServe,
  oneAtATime,
  type ServedFile,
  servedFile,
  type Site,
} from "./page.ts";
import { startedFormPage, startedFormPath } from "./started-form.ts";
import { thanksPage } from "./thanks.ts";

const staffPaths = /^\/admin(?:-login|\/.*)?$/;

const thanksPaths = /^\/thanks(?:\/.*)?$/;

/** Files that can contain the build's placeholders. They are compressed after those are replaced. */
const markedEndings = new Set([".html", ".xml", ".txt", ".webmanifest"]);

export interface SiteFiles {
  readonly byPath: ReadonlyMap<string, ServedFile>;
  readonly thanksPages: ReadonlyMap<string, PageWithGaps>;
  readonly startedForm: PageWithGaps | null;
  /** The headers of responses under these paths that are not a file. */
  readonly otherHeaders: Readonly<Record<string, string>>;
}

/** Reads every file once: serving from disk takes six times as long by measurement (docs/decisions/020-pages-from-memory.md). */
export function loadSiteFiles(folder: string, site: Site): SiteFiles {
  const byPath = new Map<string, ServedFile>();
  const thanksPages = new Map<string, PageWithGaps>();
  let startedForm: PageWithGaps | null = null;
  const later = oneAtATime();
  const files = filesIn(folder);
  for (const file of files) {
    const ending = extname(file);
    const path = pathOf(relative(folder, file));
    if (path === null || contentTypeOf(ending) === null) continue;
    const make = markedEndings.has(ending)
      ? textFile(readFileSync(file), ending, path, site)
      : assetFile(file, files, path, site);
    byPath.set(path, servedFile(make, later));
    if (thanksPaths.test(path)) thanksPages.set(path, thanksPage(path, make()));
    if (path === startedFormPath) startedForm = startedFormPage(make());
  }
  const otherHeaders = { ...securityHeaders(site.origin), "cache-control": "no-store" };
  return { byPath, thanksPages, startedForm, otherHeaders };
}

/** In place of the build's placeholders, what only the start knows. */
export function filledIn(marked: Buffer, site: Site): string {
  return marked
    .toString("utf8")
    .replaceAll(originMarker, site.origin)
    .replaceAll(closedDaysMarker, site.closedDays.join(" "));
}

/** Its placeholders are filled in when it is made. */
function textFile(marked: Buffer, ending: string, path: string, site: Site): () => FileToServe {
  const isForStaff = staffPaths.test(path);
  const isThanks = thanksPaths.test(path);
  return () => ({
    ending,
    content: Buffer.from(filledIn(marked, site)),
    hashed: false,
    site,
    isForStaff,
    // Not for search engines or caches.
    extraHeaders: isForStaff || isThanks ? { "cache-control": "no-store", "x-robots-tag": "noindex" } : {},
  });
}

function assetFile(file: string, files: ReadonlySet<string>, path: string, site: Site): () => FileToServe {
  const compressed = (ending: string) => (files.has(file + ending) ? readFileSync(file + ending) : null);
  const br = compressed(".br");
  const gzip = compressed(".gz");
  const asset = {
    ending: extname(file),
    content: readFileSync(file),
    hashed: path.startsWith("/assets/"),
    site,
    isForStaff: false,
    compressed: { ...(br === null ? {} : { br }), ...(gzip === null ? {} : { gzip }) },
  };
  return () => asset;
}

function filesIn(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(files.map((entry) => join(entry.parentPath, entry.name)));
}

/** `index.html` is `/`, `about/index.html` is `/about`; hidden files and the router's fallback are not served. */
function pathOf(name: string): string | null {
  const path = `/${name.split(sep).join("/")}`;
  if (path.includes("/.") || path.includes("/__")) return null;
  const page = path.replace(/\/?(?:index)?\.html$/, "");
  return page === "" ? "/" : page;
}

/** The rule of the built pages that holds the font for headings; null without built pages. */
export function signFontIn(siteFolder: string): string | null {
  const home = join(siteFolder, "index.html");
  if (!existsSync(home)) return null;
  return /@font-face\{[^}]*url\("?data:font[^}]*\}/.exec(readFileSync(home, "utf8"))?.[0] ?? null;
}
