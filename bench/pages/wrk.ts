import type { Workbench } from "../measuring/workbench.ts";

export interface WrkResult {
  readonly requests: number;
  readonly requestsPerSecond: number;
  readonly p99Milliseconds: number;
}

const connections = 32;
const milliseconds: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };

interface Asked {
  readonly encoding?: "gzip" | "br";
  /** A script of wrk's that says what is asked for instead. */
  readonly script?: string;
}

/** Asks for one page over and over. Throws when an answer is not the page. */
export async function runWrk(
  bench: Workbench,
  url: string,
  seconds: number,
  { encoding = "gzip", script }: Asked = {},
): Promise<WrkResult> {
  const header = ["-H", `Accept-Encoding: ${encoding}`, ...(script === undefined ? [] : ["-s", script])];
  const command = ["wrk", "-t1", `-c${connections}`, `-d${seconds}s`, "--latency", ...header, url];
  const output = await bench.start("asking", command).finished();
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`wrk met errors:\n${output}`);
  const [, p99 = "", unit = ""] = /99%\s+([\d.]+)(us|ms|s)/.exec(output) ?? [];
  return {
    requests: Number(/(\d+) requests in/.exec(output)?.[1]),
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
    p99Milliseconds: Number(p99) * (milliseconds[unit] ?? Number.NaN),
  };
}
