import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Histogram, type Metric, Registry } from "prom-client";

const buckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** The process's own figures, the time of every routed request by route and status, and what others count. */
export function metricsOf(server: FastifyInstance, others: readonly Metric[]): Registry {
  const registry = new Registry();
  for (const metric of others) registry.registerMetric(metric);
  collectDefaultMetrics({ register: registry });
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
  return registry;
}
