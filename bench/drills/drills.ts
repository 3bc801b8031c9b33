import { mkdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";

import { restoreBackup } from "#server/features/backup/restore-backup.ts";

import { type Bench, verdict } from "../measuring/bench.ts";
import { productionOn, script } from "../measuring/commands.ts";
import { format, median, quantile } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { countAccepted } from "./damage.ts";
import type { Acknowledged, VisitorOrder } from "./load.ts";

const rounds = Number(process.env["BENCH_ROUNDS"] ?? 20);
const storedBefore = 50_000;
const bar = 100;
const key = "a backup key for benches, long enough";
const warmUpMs = 10_000;
const pauseMs = 1000;

export const drills: Bench = {
  name: "drills",
  title: `${rounds} backups while visitors submit, each drilled (bar: all good, writers' p99 <= ${bar} ms during backups)`,
  run: () => withWorkbench(drillUnderLoad),
};

/** When the backup and then its drill were under way (Unix time). */
interface Round {
  readonly file: string;
  readonly begun: number;
  readonly taken: number;
  readonly drilled: number;
}

async function drillUnderLoad(bench: Workbench): Promise<boolean> {
  const dataDir = join(bench.folder, "data");
  mkdirSync(dataDir);
  const output = join(bench.folder, "acknowledged");
  const visitors = await startVisitors(bench, dataDir, output);
  await delay(warmUpMs);
  const warmedUp = Date.now();
  const done: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await delay(pauseMs);
    done.push(await backUpAndDrill(bench, dataDir));
  }
  await delay(pauseMs);
  visitors.kill();
  const all = acknowledgedIn(output);
  const submissions = all.filter(([at]) => at >= warmedUp);
  report(submissions, done);
  const missing = await countMissing(all, done, join(bench.folder, "restored"));
  const good = verdict(
    `drills passed: ${done.length} of ${rounds}; acknowledged before a backup and missing in it: ${missing} (bar: 0)`,
    missing === 0,
  );
  const worst = Math.max(...calls.map(([, call]) => p99(submissions.filter(during(done, "backup")), call)));
  const quick = verdict(`writers' p99 during backups: ${format(worst, 1)} ms (bar: <= ${bar})`, worst <= bar);
  const { tried, accepted } = await countAccepted(done.at(-1)?.file ?? "", key);
  return (
    verdict(`damaged backups accepted: ${accepted} of ${tried} (bar: 0)`, accepted === 0) && quick && good
  );
}

async function startVisitors(bench: Workbench, dataDir: string, output: string) {
  const smtp = bench.start("asking", script(import.meta.resolve("../submissions/instant-smtp.ts")));
  const [, smtpPort = ""] = await smtp.printed(/ready on (\d+)/);
  const server = bench.start("measured", script(import.meta.resolve("../admin-list/server.ts")), {
    ...productionOn(dataDir),
    MAIL_URL: `smtp://127.0.0.1:${smtpPort}`,
    LIMIT_SUBMISSIONS_PER_ADDRESS: "1000000",
    LIMIT_MAILS_PER_HOUR: "1000000",
    LIMIT_MAIL_RESERVE_PERCENT: "0",
    BENCH_RECORDS: String(storedBefore),
  });
  const [, port = ""] = await server.printed(/ready on (\d+)/);
  const { anonKey } = await (await fetch(`http://127.0.0.1:${port}/config.json`)).json();
  const order: VisitorOrder = { port: Number(port), anonKey, output };
  return bench.start("asking", script(import.meta.resolve("./load.ts"), JSON.stringify(order)));
}

/** With the commands that the owner runs. A drill that fails ends the bench. */
async function backUpAndDrill(bench: Workbench, dataDir: string): Promise<Round> {
  const environment = { ...productionOn(dataDir), BACKUP_KEY: key };
  const command = (...args: string[]) =>
    bench.start("all", script(import.meta.resolve("#server/commands/backup.ts"), ...args), environment);
  const begun = Date.now();
  const printed = await command("backup", join(bench.folder, "backups")).finished();
  const taken = Date.now();
  const file = /^\S+\.backup$/m.exec(printed)?.[0] ?? "";
  await command("drill", file).finished();
  return { file, begun, taken, drilled: Date.now() };
}

/** Of all that was acknowledged before a backup began, how much a restore of it does not bring back. */
async function countMissing(
  submissions: readonly Acknowledged[],
  done: readonly Round[],
  folder: string,
): Promise<number> {
  let missing = 0;
  for (const { file, begun } of done) {
    const held = await referencesIn(file, folder);
    const earlier = submissions.filter(([at, mailMs, storeMs]) => at + mailMs + storeMs < begun);
    missing += earlier.filter(([, , , reference]) => !held.has(reference)).length;
  }
  return missing;
}

async function referencesIn(file: string, dataDir: string): Promise<Set<unknown>> {
  const database = join(dataDir, "quadkea.db");
  await restoreBackup(file, { key }, { dataDir, database: { engine: "sqlite", file: database } });
  const connection = new DatabaseSync(database, { readOnly: true });
  const rows = connection.prepare("select ref_number from quote_requests").all();
  connection.close();
  await rm(dataDir, { recursive: true });
  return new Set(rows.map((row) => row["ref_number"]));
}

function acknowledgedIn(output: string): Acknowledged[] {
  const lines = readFileSync(output, "utf8").split("\n").slice(0, -1);
  return lines.map((line): Acknowledged => JSON.parse(line));
}

type Moment = "backup" | "drill" | "neither";
type Call = 1 | 2;
const calls: readonly (readonly [name: string, call: Call])[] = [
  ["mail", 1],
  ["store", 2],
];

/** Submissions that were under way while a backup was, else while a drill was, else the others. */
function during(done: readonly Round[], moment: Moment): (submission: Acknowledged) => boolean {
  return ([at, mailMs, storeMs]) => {
    const overlaps = (from: number, to: number) => at <= to && at + mailMs + storeMs >= from;
    const inBackup = done.some(({ begun, taken }) => overlaps(begun, taken));
    const inDrill = !inBackup && done.some(({ taken, drilled }) => overlaps(taken, drilled));
    return moment === (inBackup ? "backup" : inDrill ? "drill" : "neither");
  };
}

function report(submissions: readonly Acknowledged[], done: readonly Round[]): void {
  const [backupMs, drillMs] = [
    median(done.map(({ begun, taken }) => taken - begun)),
    median(done.map(({ taken, drilled }) => drilled - taken)),
  ];
  console.log(
    `${format(storedBefore)} records at first, ${format(submissions.length)} submissions since; ` +
      `a backup took ${format(backupMs)} ms, its drill ${format(drillMs)} ms (medians of ${done.length})\n`,
  );
  const rows = calls.flatMap(([name, call]) =>
    (["backup", "drill", "neither"] as const).map((moment) => {
      const times = submissions.filter(during(done, moment)).map((submission) => submission[call]);
      const figures = [quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)];
      return [name, moment, format(times.length), ...figures.map((figure) => format(figure, 1))];
    }),
  );
  printTable(["call", "during", "calls", "p50 ms", "p99 ms", "worst ms"], rows);
}

function p99(submissions: readonly Acknowledged[], call: Call): number {
  const times = submissions.map((submission) => submission[call]);
  return quantile(times, 0.99);
}
