import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";

import type { Finding, Share } from "./solve-challenge.ts";

const reportEveryMs = 250;

/** Solves one worker's share of a challenge, reporting how many tries it has made. */
async function solve({ challenge, first, step }: Share): Promise<Finding> {
  let tries = 0;
  let reportedAt = performance.now();
  const derive: typeof deriveKey = (...tried) => {
    tries += 1;
    if (performance.now() - reportedAt > reportEveryMs) {
      reportedAt = performance.now();
      tell({ kind: "progress", tries });
    }
    return deriveKey(...tried);
  };
  const share = { counterStart: first, counterStep: step, timeout: 0 };
  const solution = await solveChallenge({ challenge, deriveKey: derive, ...share });
  return solution === null ? { kind: "failed", why: "No solution" } : { kind: "solved", solution };
}

function tell(finding: Finding): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers have no origin to name.
  self.postMessage(finding);
}

self.addEventListener("message", ({ data }: MessageEvent<Share>) => {
  const fail = (error: unknown): Finding => ({ kind: "failed", why: String(error) });
  void solve(data).catch(fail).then(tell);
});
