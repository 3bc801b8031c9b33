import lighthouse, { type Result } from "lighthouse";

/** What Lighthouse saw on one visit of a page, as a phone on a slow link. Times in milliseconds. */
export interface PageVisit {
  /** Of the categories that were asked for. */
  readonly scores: Readonly<Partial<Record<Category, number>>>;
  readonly firstContentfulPaint: number;
  readonly largestContentfulPaint: number;
  readonly totalBlockingTime: number;
  readonly cumulativeLayoutShift: number;
  readonly requests: number;
  readonly otherHosts: readonly string[];
  /** On the wire, headers included, by kind of resource. */
  readonly bytes: Readonly<Record<string, number>>;
  /** Titles of the audits that were not passed in full, of those that count. */
  readonly remarks: readonly string[];
}

export const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof categories)[number];

interface NetworkRequest {
  readonly url: string;
  readonly resourceType?: string;
  readonly transferSize: number;
}

/** Times reckoned from an unhindered visit, or seen with a processor and a link that are slowed down. */
export type Throttling = "simulate" | "devtools";

interface VisitOptions {
  readonly asked: readonly Category[];
  readonly throttling?: Throttling;
}

/** A first visit with an empty cache; mobile is Lighthouse's own setting. */
export async function visitPage(url: string, browserPort: number, options: VisitOptions): Promise<PageVisit> {
  const result = await recordVisit(url, browserPort, options);
  // Now and then the browser's recording lacks its beginning: that visit was not measured.
  const isUnrecorded = result.runtimeError?.code === "NO_NAVSTART";
  const measured = isUnrecorded ? await recordVisit(url, browserPort, options) : result;
  if (measured.runtimeError !== undefined) throw new Error(`${url}: ${measured.runtimeError.message}`);
  return visitOf(measured, new URL(url).host);
}

async function recordVisit(
  url: string,
  browserPort: number,
  { asked, throttling = "simulate" }: VisitOptions,
): Promise<Result> {
  const run = await lighthouse(url, {
    port: browserPort,
    output: "json",
    logLevel: "error",
    onlyCategories: [...asked],
    disableFullPageScreenshot: true,
    throttlingMethod: throttling,
  });
  if (run === undefined) throw new Error(`Lighthouse made no report of ${url}`);
  return run.lhr;
}

function visitOf(result: Result, ownHost: string): PageVisit {
  const requests = requestsOf(result);
  const time = (name: string) => result.audits[name]?.numericValue ?? Number.NaN;
  const bytes: Record<string, number> = {};
  for (const { resourceType = "Other", transferSize } of requests) {
    bytes[resourceType] = (bytes[resourceType] ?? 0) + transferSize;
  }
  const hosts = requests
    .map((request) => new URL(request.url))
    .filter((url) => url.protocol.startsWith("http"));
  return {
    scores: Object.fromEntries(
      Object.entries(result.categories).map(([category, { score }]) => [
        category,
        Math.round((score ?? 0) * 100),
      ]),
    ),
    firstContentfulPaint: time("first-contentful-paint"),
    largestContentfulPaint: time("largest-contentful-paint"),
    totalBlockingTime: time("total-blocking-time"),
    cumulativeLayoutShift: time("cumulative-layout-shift"),
    requests: requests.length,
    otherHosts: hosts.map((url) => url.host).filter((host) => host !== ownHost),
    bytes,
    remarks: remarksOf(result),
  };
}

function requestsOf(result: Result): readonly NetworkRequest[] {
  const details: unknown = result.audits["network-requests"]?.details;
  // Lighthouse types the items of an audit's table as anything.
  return (details as { items: NetworkRequest[] }).items;
}

function remarksOf(result: Result): string[] {
  const weighed = Object.values(result.categories).flatMap((category) => category.auditRefs);
  const counting = new Set(weighed.filter((ref) => ref.weight > 0).map((ref) => ref.id));
  const failed = Object.values(result.audits).filter(
    ({ id, score }) => counting.has(id) && score !== null && score < 1,
  );
  return failed.map((audit) => `${audit.title} (${audit.displayValue ?? audit.score})`);
}
