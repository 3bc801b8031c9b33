import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { type Bench, verdict } from "../measuring/bench.ts";
import { productionOn, script } from "../measuring/commands.ts";
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

/** How much of a submission is measured, and how long a commit takes. */
interface Extent {
  readonly name: string;
  readonly title: string;
  readonly mail: "smtp" | "instant";
  readonly storeOnly: boolean;
  /** Added to what this disk needs. */
  readonly commitMs: number;
  readonly perRound: number;
}

const slow = { commitMs: slowCommitMs, storeOnly: false };

const extents = {
  full: { name: "full", title: "mail call, SMTP, store call", mail: "smtp", ...slow, perRound: 400 },
  instant: {
    name: "instant",
    title: "mail call, instant mailer, store call",
    mail: "instant",
    ...slow,
    perRound: 400,
  },
  store: {
    name: "store",
    title: "store call alone",
    mail: "instant",
    ...slow,
    storeOnly: true,
    perRound: 1000,
  },
  processor: {
    name: "processor",
    title: "both calls, instant mailer, this disk",
    mail: "instant",
    commitMs: 0,
    storeOnly: false,
    perRound: 1600,
  },
} as const satisfies Record<string, Extent>;

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
  const smtp = bench.start("asking", script(import.meta.resolve("./instant-smtp.ts")));
  const [, smtpPort = ""] = await smtp.printed(/ready on (\d+)/);
  console.log(`${rounds} rounds each, medians; "slow": every commit takes ${slowCommitMs} ms longer\n`);
  const rows: string[][] = [];
  const measured = new Map<string, { ratio: number; cpu: number }>();
  for (const extent of Object.values<Extent>(extents)) {
    const { grouped, each } = await measureExtent(bench, extent, `smtp://127.0.0.1:${smtpPort}`);
    const ratio = medianOf(grouped, "perSecond") / medianOf(each, "perSecond");
    const disk = extent.commitMs === 0 ? "" : ", slow";
    rows.push(
      row(extent.title, `grouped${disk}`, grouped, ratio),
      row(extent.title, `one each${disk}`, each, 1),
    );
    measured.set(extent.name, { ratio, cpu: medianOf(grouped, "cpuPerSubmission") });
  }
  printTable(["what", "commits", "per second", "lowest - highest", "ratio", "CPU us each", "p99 ms"], rows);
  const { ratio = 0 } = measured.get(extents.instant.name) ?? {};
  const { cpu = Number.NaN } = measured.get(extents.processor.name) ?? {};
  return verdict(
    `durable submissions/s with commits of ${slowCommitMs} ms: ${format(ratio, 2)}x one commit per transaction (bar: >= ${ratioBar}x); processor: ${format(cpu)} us per submission (bar: <= ${processorBar} us)`,
    ratio >= ratioBar && cpu <= processorBar,
  );
}

async function measureExtent(
  bench: Workbench,
  extent: Extent,
  mailUrl: string,
): Promise<Record<Commits, Sample[]>> {
  const grouped = await startServer(bench, extent, "grouped", mailUrl);
  const each = await startServer(bench, extent, "each", mailUrl);
  const measures = { grouped: grouped.round, each: each.round };
  await alternate(measures, warmUps);
  const samples = await alternate(measures, rounds);
  await Promise.all([grouped.stop(), each.stop()]);
  return samples;
}

async function startServer(bench: Workbench, extent: Extent, commits: Commits, mailUrl: string) {
  const dataDir = join(bench.folder, `${extent.name}-${commits}`);
  mkdirSync(dataDir);
  const server = bench.start("measured", script(import.meta.resolve("./server.ts")), {
    ...productionOn(dataDir),
    MAIL_URL: mailUrl,
    MAIL_CONNECTIONS: "32", // One for each client: the commits are measured, not the queue for mail.
    LIMIT_SUBMISSIONS_PER_ADDRESS: "1000000",
    LIMIT_MAILS_PER_HOUR: "1000000",
    BENCH_COMMITS: commits,
    ...(extent.commitMs === 0 ? {} : { BENCH_COMMIT_MS: String(extent.commitMs) }),
    BENCH_MAIL: extent.mail,
    BENCH_MAILED: extent.storeOnly ? String((warmUps + rounds) * extent.perRound) : "0",
  });
  const [, port = "", anonKey = ""] = await server.printed(/ready on (\d+) with key (\S+)/);
  const references = extent.storeOnly ? join(dataDir, "references") : null;
  let first = 0;
  const round = async (): Promise<Sample> => {
    const order = { port: Number(port), anonKey, first, count: extent.perRound, references };
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
