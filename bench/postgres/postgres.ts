import { join } from "node:path";

import { Client } from "pg";

import { type PostgresServer, startPostgres } from "#tests/postgres-server.ts";

import { type Bench, verdict } from "../measuring/bench.ts";
import { script } from "../measuring/commands.ts";
import { twoCores } from "../measuring/cores.ts";
import { cpuMicrosecondsWhenQuiet } from "../measuring/cpu-time.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median, span } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { runLoad } from "../submissions/run-load.ts";
import { productionOnPostgres } from "./production-on-postgres.ts";

const bar = 0.4;
const rounds = 6;
const warmUps = 2;
const perRound = 1000;

export const postgres: Bench = {
  name: "postgres",
  title: `submissions on PostgreSQL through HTTP, against a bare pg pool with the same statements (bar: >= ${bar}x)`,
  async run() {
    const through = ["taskset", "-c", twoCores().asking];
    const server = await startPostgres({ isDurable: true, through });
    try {
      return await withWorkbench((bench) => compareWithPool(bench, server));
    } finally {
      await server.stop();
    }
  },
};

interface Sample {
  readonly perSecond: number;
  readonly cpuPerSubmission: number;
}

async function compareWithPool(bench: Workbench, server: PostgresServer): Promise<boolean> {
  const ours = await startOurs(bench, await createDatabase(server, "ours"));
  const bare = await startBare(bench, await createDatabase(server, "bare"));
  console.log(`${rounds} rounds of ${perRound} submissions from 32 clients, medians; ${bare.what}\n`);
  await alternate({ ours: ours.round, bare: bare.round }, warmUps);
  const samples = await alternate({ ours: ours.round, bare: bare.round }, rounds);
  const ratio = rateOf(samples.ours) / rateOf(samples.bare);
  printTable(
    ["what", "per second", "lowest - highest", "ratio", "CPU us each"],
    [
      row("QuadKea through HTTP, instant mailer", samples.ours, ratio),
      row("bare pg pool of 10", samples.bare, 1),
    ],
  );
  return verdict(`submissions/s: ${format(ratio, 2)}x the bare pool's (bar: >= ${bar}x)`, ratio >= bar);
}

/** PostgreSQL itself works on the other core, for both. */
async function createDatabase({ url }: PostgresServer, name: string): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(url), { pathname: name }).href;
}

async function startOurs(bench: Workbench, databaseUrl: string) {
  const command = script(import.meta.resolve("../submissions/server.ts"));
  const server = bench.start(
    "measured",
    command,
    productionOnPostgres(join(bench.folder, "ours"), databaseUrl),
  );
  const [, port = "", anonKey = ""] = await server.printed(/ready on (\d+) with key (\S+)/);
  let first = 0;
  const send = async () => {
    const order = { port: Number(port), anonKey, first, count: perRound, references: null };
    first += perRound;
    return runLoad(bench, order);
  };
  return { round: () => sample(server.pid, send) };
}

async function startBare(bench: Workbench, databaseUrl: string) {
  const command = script(import.meta.resolve("./bare-pool.ts"));
  const pool = bench.start(
    "measured",
    command,
    productionOnPostgres(join(bench.folder, "bare"), databaseUrl),
  );
  const [, port = "", what = ""] = await pool.printed(/ready on (\d+) with (.*)/);
  const run = async (): Promise<{ seconds: number }> => {
    const answer = await fetch(`http://127.0.0.1:${port}/?count=${perRound}`);
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  return { what, round: () => sample(pool.pid, run) };
}

async function sample(pid: number, work: () => Promise<{ seconds: number }>): Promise<Sample> {
  const before = await cpuMicrosecondsWhenQuiet(pid);
  const { seconds } = await work();
  const cpu = (await cpuMicrosecondsWhenQuiet(pid)) - before;
  return { perSecond: perRound / seconds, cpuPerSubmission: cpu / perRound };
}

function rateOf(samples: readonly Sample[]): number {
  return median(samples.map(({ perSecond }) => perSecond));
}

function row(what: string, samples: readonly Sample[], ratio: number): string[] {
  const rates = samples.map(({ perSecond }) => perSecond);
  const cpu = median(samples.map(({ cpuPerSubmission }) => cpuPerSubmission));
  return [what, format(median(rates)), span(rates), format(ratio, 2), format(cpu)];
}
