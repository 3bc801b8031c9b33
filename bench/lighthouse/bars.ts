import { submissions } from "#domain/forms/submissions.ts";
import { stockPath } from "#domain/stock/part.ts";

import { median } from "../measuring/statistics.ts";
import { categories, type Category, type PageVisit } from "./page-visit.ts";

/** What every public page has to keep. */
const bars = {
  bytes: 45_000,
  formBytes: 160_000,
  readableBytes: 60_000,
  blockingMs: 50,
  largestPaintMs: 1000,
  largestPhotoMs: 1200,
} as const;

// What a page needs before it can be read and used; scripts and icons come after the first paint.
const beforeReadable = ["Document", "Stylesheet", "Font", "Image"];

/** The page of thanks must stay out of search engines, which Lighthouse counts as a fault. */
const hiddenPaths: readonly string[] = ["/thanks"];

/** Pages of parts for sale, which weigh what they do without their photos. */
const isOfStock = (path: string) => path === stockPath || path.startsWith(`${stockPath}/`);

/** The visits of one page, in the figures that are judged. */
export interface Figures {
  readonly path: string;
  readonly scores: Readonly<Record<Category, number>>;
  readonly readableBytes: number;
  readonly allBytes: number;
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  readonly blockingMs: number;
  readonly layoutShift: number;
  readonly requests: number;
  readonly otherHosts: readonly string[];
}

/** Medians, but for what must hold on every visit. */
export function figuresOf(path: string, seen: readonly PageVisit[]): Figures {
  const middle = (pick: (visit: PageVisit) => number) => median(seen.map(pick));
  const scoreOf = (category: Category) => median(seen.flatMap(({ scores }) => scores[category] ?? []));
  const bytes = (kinds: readonly string[] | null) =>
    middle((visit) =>
      Object.entries(visit.bytes)
        .filter(
          ([kind]) => (kinds === null || kinds.includes(kind)) && !(kind === "Image" && isOfStock(path)),
        )
        .reduce((sum, [, size]) => sum + size, 0),
    );
  return {
    path,
    scores: {
      performance: scoreOf("performance"),
      accessibility: scoreOf("accessibility"),
      "best-practices": scoreOf("best-practices"),
      seo: scoreOf("seo"),
    },
    readableBytes: bytes(beforeReadable),
    allBytes: bytes(null),
    firstPaintMs: middle((visit) => visit.firstContentfulPaint),
    largestPaintMs: middle((visit) => visit.largestContentfulPaint),
    blockingMs: middle((visit) => visit.totalBlockingTime),
    layoutShift: Math.max(...seen.map((visit) => visit.cumulativeLayoutShift)),
    requests: middle((visit) => visit.requests),
    otherHosts: [...new Set(seen.flatMap((visit) => visit.otherHosts))],
  };
}

/** The bars that a page has missed, in words. */
export function missedBars(page: Figures): string[] {
  const low = categories.filter(
    (category) => page.scores[category] < 100 && !(category === "seo" && hiddenPaths.includes(page.path)),
  );
  const hasForm = submissions.some((submission) => submission.page === page.path);
  const largestPaintMs = isOfStock(page.path) ? bars.largestPhotoMs : bars.largestPaintMs;
  const judged = {
    [`${low.join(", ")} below 100`]: low.length === 0,
    "too much before it can be read": page.readableBytes <= bars.readableBytes,
    "too much in all": page.allBytes <= (hasForm ? bars.formBytes : bars.bytes),
    "the largest paint is late": hasForm || page.largestPaintMs <= largestPaintMs,
    "blocked for too long": page.blockingMs <= bars.blockingMs,
    "something moves": page.layoutShift < 0.0005,
    "another host is asked": page.otherHosts.length === 0,
  };
  return Object.entries(judged).flatMap(([words, met]) => (met ? [] : [words]));
}
