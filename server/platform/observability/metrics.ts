import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, type Metric, Registry } from "prom-client";

const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** Shared by all servers of a process: each collection has its own timer and observer, which nothing ends. */
const processMetrics = new Registry();
collectDefaultMetrics({ register: processMetrics });

export function metricsOf(server: FastifyInstance, others: readonly Metric[]): Registry {
  const registry = new Registry();
  for (const metric of others) registry.registerMetric(metric);
  const durations = new Histogram({
    name: "quadkea_request_duration_seconds",
    help: "Time to answer a request, pages from memory apart",
    labelNames: ["method", "route", "status"],
    buckets,
    registers: [registry],
  });
  server.addHook("onResponse", async (request, reply) => {
    if (request.routeOptions.config.isStream === true) return;
    const route = request.routeOptions.url ?? "unknown";
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    durations.observe(labels, reply.elapsedTime / 1000);
  });
  return Registry.merge([processMetrics, registry]);
}

/** Since the process started. Labels take a few values that the code names, never typed text. */
export interface Counters {
  readonly submissions: Counter<"kind" | "outcome">;
  readonly records: Counter<"kind" | "stored_by">; // `visitor`, `server` if the second request never came, or `staff`.
  readonly refused: Counter<"limit">;
  readonly challenges: Counter<"outcome">; // `demanded`, `solved` or `invalid`.
  readonly signIns: Counter<"outcome">;
  readonly mails: Histogram<"to" | "outcome">;
  readonly mailErrors: Counter<"to" | "reason">;
  readonly mailWaits: Histogram<"to">;
  readonly mailRetries: Counter;
  readonly inboxMessages: Counter<"shelf">;
}

const mailBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
const waitBuckets = [0.05, 0.25, 1, 2.5, 5, 10, 60, 300];

export function createCounters(): Counters {
  const counter = <Label extends string>(what: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `quadkea_${what}_total`, help, labelNames, registers: [] });
  return {
    submissions: counter("submissions", "Submissions by how their mail call ended", "kind", "outcome"),
    records: counter("records", "Submissions that became records", "kind", "stored_by"),
    refused: counter(
      "submissions_refused",
      "Submissions that met a limit and were refused or asked for a proof of work",
      "limit",
    ),
    challenges: counter(
      "challenges",
      "Proofs of work demanded of submissions, solved, and not accepted",
      "outcome",
    ),
    signIns: counter("sign_ins", "Attempts to sign in; limited: too many, not checked", "outcome"),
    mails: new Histogram({
      name: "quadkea_mail_duration_seconds",
      help: "Time to send one mail, or to fail",
      labelNames: ["to", "outcome"],
      buckets: mailBuckets,
      registers: [],
    }),
    mailErrors: counter("mail_errors", "Mails not accepted, or with unknown outcome", "to", "reason"),
    mailWaits: new Histogram({
      name: "quadkea_mail_wait_seconds",
      help: "Time that mails waited for a connection to the mail server",
      labelNames: ["to"],
      buckets: waitBuckets,
      registers: [],
    }),
    mailRetries: counter(
      "mail_retries",
      "Second attempts after the mail server refused before the message began",
    ),
    inboxMessages: counter("inbox_messages", "Messages taken in from the mailbox", "shelf"),
  };
}

export function metricsIn(counters: Counters): Metric[] {
  return Object.values<Metric>({ ...counters });
}

const sampleEveryMs = 10;

/** Within 10 ms. prom-client's own misses what comes right after a scrape, before its first tick. */
export function eventLoopDelay(server: FastifyInstance): Gauge {
  let lastSample = performance.now();
  let longestMs = 0;
  const sample = () => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - lastSample);
    lastSample = now;
  };
  const timer = setInterval(sample, sampleEveryMs).unref();
  server.addHook("onClose", async () => clearInterval(timer));
  return new Gauge({
    name: "quadkea_event_loop_delay_max_seconds",
    help: "Longest time without a turn of the event loop since the last scrape; 10 ms is none",
    registers: [],
    collect() {
      sample();
      this.set(longestMs / 1000);
      longestMs = 0;
    },
  });
}
