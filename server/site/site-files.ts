import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

import { originMarker } from "#domain/origin-marker.ts";
import { referencePlaceholder } from "#domain/reference-number.ts";

import { sharedProcess } from "../http/security-headers.ts";
import { html } from "../markup/html.ts";
import { contentTypeOf, prepareFile, type ServedFile, type Site } from "./page.ts";

const staffPages = /^\/admin(?:-login|\/.*)?$/;

const thanksPages = /^\/thanks(?:\/.*)?$/;

/** Files in which the build leaves the marker. They are compressed after it is filled. */
const markedEndings = new Set([".html", ".xml", ".txt", ".webmanifest"]);

/** The build leaves this in the thanks pages where the promised moment belongs (app/pages/thanks.tsx). */
const dueMarker = '<span data-reply-due=""></span>';

/** What the thanks page says of one submission. */
export interface ThanksWords {
  readonly refNumber: string;
  readonly kind: string | null;
  /** When the reply is due, in a sentence. */
  readonly due: string;
}

/** All that the build made, by the path it is served under, and the page that names a reference. */
export interface SiteFiles {
  readonly byPath: ReadonlyMap<string, ServedFile>;
  /** The thanks page of that kind of submission with its words written in; null where the build has none. */
  readonly thanksPage: (words: ThanksWords) => ServedFile | null;
}

/** Reads every page and asset once: serving from disk cost six times as much in our measurements. */
export function loadSiteFiles(folder: string, site: Site): SiteFiles {
  const byPath = new Map<string, ServedFile>();
  const thanks = new Map<string, string>();
  for (const file of filesIn(folder)) {
    const ending = extname(file);
    const path = pathOf(relative(folder, file));
    if (path === null || contentTypeOf(ending) === null) continue;
    if (!markedEndings.has(ending)) {
      byPath.set(path, prepareAsset(file, ending, path, site));
      continue;
    }
    const text = readFileSync(file, "utf8").replaceAll(originMarker, site.origin);
    if (thanksPages.test(path)) thanks.set(path, text);
    byPath.set(path, prepareText(text, ending, path, site));
  }
  return {
    byPath,
    thanksPage({ refNumber, kind, due }) {
      const page = thanks.get(`/thanks/${kind}`) ?? thanks.get("/thanks");
      const filled = page
        ?.replaceAll(referencePlaceholder, refNumber)
        .replace(dueMarker, () => html`<span data-reply-due="">${due}</span>`.source);
      return filled === undefined ? null : prepareText(filled, ".html", "/thanks", site);
    },
  };
}

function prepareText(text: string, ending: string, path: string, site: Site): ServedFile {
  return prepareFile({
    ending,
    content: Buffer.from(text),
    hashed: false,
    site,
    extraHeaders: headersOf(path),
  });
}

function headersOf(path: string): Record<string, string> {
  const isStaffPage = staffPages.test(path);
  return {
    ...(isStaffPage ? {} : sharedProcess),
    // Search engines and caches must leave these alone.
    ...(isStaffPage || thanksPages.test(path)
      ? { "cache-control": "no-store", "x-robots-tag": "noindex" }
      : {}),
  };
}

function prepareAsset(file: string, ending: string, path: string, site: Site): ServedFile {
  const br = readIfThere(`${file}.br`);
  const gzip = readIfThere(`${file}.gz`);
  return prepareFile({
    ending,
    content: readFileSync(file),
    hashed: path.startsWith("/assets/"),
    site,
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
