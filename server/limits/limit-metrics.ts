import { Counter } from "prom-client";

/** What the limits on submissions did since the process started, for /metrics. */
export interface LimitMetrics {
  /** By the limit that was met. */
  readonly refused: Counter<"limit">;
  /** `demanded`, then `solved`, or `invalid`: forged, expired or for another submission. */
  readonly challenges: Counter<"outcome">;
}

export function limitMetrics(): LimitMetrics {
  return {
    refused: new Counter({
      name: "quadkea_submissions_refused_total",
      help: "Submissions refused by a limit, demands for a proof of work (reserve) among them",
      labelNames: ["limit"],
      registers: [],
    }),
    challenges: new Counter({
      name: "quadkea_challenges_total",
      help: "Proofs of work demanded of submissions, solved, and sent in vain",
      labelNames: ["outcome"],
      registers: [],
    }),
  };
}
