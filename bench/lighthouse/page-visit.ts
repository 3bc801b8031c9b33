import { join } from "node:path";

import * as v from "valibot";

import { installProject } from "../measuring/installed-project.ts";
import type { Workbench } from "../measuring/workbench.ts";

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
}

export const categories = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof categories)[number];

const auditSchema = v.object({
  id: v.string(),
  title: v.string(),
  score: v.nullable(v.number()),
  displayValue: v.optional(v.string()),
  numericValue: v.optional(v.number()),
  details: v.optional(v.unknown()),
});

const networkRequestsSchema = v.object({
  items: v.array(
    v.object({ url: v.string(), resourceType: v.optional(v.string()), transferSize: v.number() }),
  ),
});

/** What we read of the report that Lighthouse prints. */
const reportSchema = v.object({
  runtimeError: v.optional(v.object({ code: v.string(), message: v.string() })),
  audits: v.record(v.string(), auditSchema),
  categories: v.record(
    v.string(),
    v.object({
      score: v.nullable(v.number()),
      auditRefs: v.array(v.object({ id: v.string(), weight: v.number() })),
    }),
  ),
});
type Report = v.InferOutput<typeof reportSchema>;

export type Visit = (url: string, asked: readonly Category[]) => Promise<PageVisit>;

/** Returns what visits a page with an empty cache, in the browser at this port; mobile is Lighthouse's own setting. */
export async function pageVisitor(bench: Workbench, browserPort: number): Promise<Visit> {
  const program = join(await installProject(bench, "lighthouse"), "node_modules/lighthouse/cli/index.js");
  const record = (url: string, asked: readonly Category[]) =>
    reportOf(bench, [process.execPath, program, url, `--port=${browserPort}`, ...flagsOf(asked)]);
  return async (url, asked) => {
    const report = await record(url, asked);
    // Now and then the browser's recording lacks its beginning: that visit was not measured.
    const isUnrecorded = report.runtimeError?.code === "NO_NAVSTART";
    const measured = isUnrecorded ? await record(url, asked) : report;
    if (measured.runtimeError !== undefined) throw new Error(`${url}: ${measured.runtimeError.message}`);
    return visitOf(measured, new URL(url).host);
  };
}

const flagsOf = (asked: readonly Category[]) => [
  "--output=json",
  "--quiet",
  `--only-categories=${asked.join()}`,
  "--disable-full-page-screenshot",
  "--no-enable-error-reporting",
];

async function reportOf(bench: Workbench, command: readonly string[]): Promise<Report> {
  const printed = await bench.start("all", command).finished();
  return v.parse(reportSchema, JSON.parse(printed));
}

function visitOf(report: Report, ownHost: string): PageVisit {
  const requests = requestsOf(report);
  const time = (name: string) => report.audits[name]?.numericValue ?? Number.NaN;
  const bytes: Record<string, number> = {};
  for (const { resourceType = "Other", transferSize } of requests) {
    bytes[resourceType] = (bytes[resourceType] ?? 0) + transferSize;
  }
  const hosts = requests
    .map((request) => new URL(request.url))
    .filter((url) => url.protocol.startsWith("http"));
  return {
    scores: Object.fromEntries(
      Object.entries(report.categories).map(([category, { score }]) => [
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
  };
}

function requestsOf(report: Report) {
  return v.parse(networkRequestsSchema, report.audits["network-requests"]?.details).items;
}
