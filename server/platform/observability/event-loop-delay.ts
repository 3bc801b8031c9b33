import type { FastifyInstance } from "fastify";
import { Gauge } from "prom-client";

const lookEveryMs = 10;

/**
 * The longest time since the last scrape in which the event loop did not come round, and so nobody was
 * served. Up to 10 ms of it is the time between two looks. prom-client's own maximum misses whatever
 * happens right after a scrape: Node's histogram measures from its first tick after being reset.
 */
export function eventLoopDelay(server: FastifyInstance): Gauge {
  let lastLook = performance.now();
  let longestMs = 0;
  const look = () => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - lastLook);
    lastLook = now;
  };
  const timer = setInterval(look, lookEveryMs).unref();
  server.addHook("onClose", async () => clearInterval(timer));
  return new Gauge({
    name: "quadkea_event_loop_delay_max_seconds",
    help: "Longest time without a turn of the event loop since the last scrape; 10 ms is none",
    registers: [],
    collect() {
      look();
      this.set(longestMs / 1000);
      longestMs = 0;
    },
  });
}
