import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { type Bench, verdict } from "../measuring/bench.ts";
import { productionOn, script, unlimited } from "../measuring/commands.ts";
import { cpuMicrosecondsWhenQuiet } from "../measuring/cpu-time.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median, span } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { runLoad } from "./run-load.ts";

const ratioBar = 5;
const processorBar = 1600;
const slowCommitMs = 3;
// For a quick look: BENCH_ROUNDS=2
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 6);
const warmUps = 2;

/** The ratio is judged by slow commits, the processor time on this disk as it is. */
const extents = [
  { name: "slow", title: `commits ${slowCommitMs} ms longer`, commitMs: slowCommitMs, perRound: 400 },
  { name: "processor", title: "this disk", commitMs: 0, perRound: 1600 },
] as const;

type Extent = (typeof extents)[number];

export const submissions: Bench = {
  name: "submissions",
  title: `durable submissions from 32 clients: grouped commits of ${slowCommitMs} ms against one per transaction (bar: >= ${ratioBar}x), and their processor time (bar: <= ${processorBar} us)`,
  run: () => withWorkbench(compareCommits),
};

interface Sample {
  readonly perSecond: number;
  readonly cpuPerSubmission: number;
  readonly p99Milliseconds: number;
}

type Commits = "grouped" | "each";

async function compareCommits(bench: Workbench): Promise<boolean> {
  console.log(`${rounds} rounds each, medians; both calls of a submission, a mailer that accepts at once\n`);
  const rows: string[][] = [];
  const measured = new Map<Extent["name"], { ratio: number; cpu: number }>();
  for (const extent of extents) {
    const { grouped, each } = await measureExtent(bench, extent);
    const ratio = medianOf(grouped, "perSecond") / medianOf(each, "perSecond");
    rows.push(row(extent.title, "grouped", grouped, ratio), row(extent.title, "one each", each, 1));
    measured.set(extent.name, { ratio, cpu: medianOf(grouped, "cpuPerSubmission") });
  }
  printTable(["what", "commits", "per second", "lowest - highest", "ratio", "CPU us each", "p99 ms"], rows);
  const { ratio = 0 } = measured.get("slow") ?? {};
  const { cpu = Number.NaN } = measured.get("processor") ?? {};
  return verdict(
    `durable submissions/s with commits of ${slowCommitMs} ms: ${format(ratio, 2)}x one commit per transaction (bar: >= ${ratioBar}x); processor: ${format(cpu)} us per submission (bar: <= ${processorBar} us)`,
    ratio >= ratioBar && cpu <= processorBar,
  );
}

async function measureExtent(bench: Workbench, extent: Extent): Promise<Record<Commits, Sample[]>> {
  const grouped = await startServer(bench, extent, "grouped");
  const each = await startServer(bench, extent, "each");
  const measures = { grouped: grouped.round, each: each.round };
  await alternate(measures, warmUps);
  const samples = await alternate(measures, rounds);
  await Promise.all([grouped.stop(), each.stop()]);
  return samples;
}

async function startServer(bench: Workbench, extent: Extent, commits: Commits) {
  const dataDir = join(bench.folder, `${extent.name}-${commits}`);
  mkdirSync(dataDir);
  const server = bench.start("measured", script(import.meta.resolve("./server.ts")), {
    ...productionOn(dataDir),
    ...unlimited,
    BENCH_COMMITS: commits,
    ...(extent.commitMs === 0 ? {} : { BENCH_COMMIT_MS: String(extent.commitMs) }),
  });
  const [, port = "", anonKey = ""] = await server.printed(/ready on (\d+) with key (\S+)/);
  let first = 0;
  const round = async (): Promise<Sample> => {
    const order = { port: Number(port), anonKey, first, count: extent.perRound };
    first += extent.perRound;
    const before = await cpuMicrosecondsWhenQuiet(server.pid);
    const { seconds, p99Milliseconds } = await runLoad(bench, order);
    const cpu = (await cpuMicrosecondsWhenQuiet(server.pid)) - before;
    const count = extent.perRound;
    return { perSecond: count / seconds, cpuPerSubmission: cpu / count, p99Milliseconds };
  };
  return { round, stop: () => server.stop() };
}

function medianOf(samples: readonly Sample[], pick: keyof Sample): number {
  return median(samples.map((sample) => sample[pick]));
}

function row(what: string, commits: string, samples: readonly Sample[], ratio: number): string[] {
  const rates = samples.map((sample) => sample.perSecond);
  const cpu = medianOf(samples, "cpuPerSubmission");
  const p99 = medianOf(samples, "p99Milliseconds");
  return [what, commits, format(median(rates)), span(rates), format(ratio, 2), format(cpu), format(p99, 1)];
}
