import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import sharp from "sharp";

import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import { reencodePicture } from "#server/services/pictures/pictures.ts";
import { vehicleExample } from "#tests/submission-examples.ts";

import { type Bench, verdict } from "../measuring/bench.ts";
import { memoryMb, today } from "../measuring/candidate.ts";
import { productionOn, script, serverFlags } from "../measuring/commands.ts";
import { KeepAliveClient } from "../measuring/keep-alive-client.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median, quantile } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { countOfRun } from "../reliability/seed.ts";

const bars = { processor: 1.3, memoryMb: 20, p99: 1.5 };
const rounds = 7;
const photos = Math.min(30, countOfRun(30));
const linkSecret = "a link secret for a bench, long enough";

export const photosBench: Bench = {
  name: "photos",
  title: `a 12-megapixel photo against sharp's bare resize by its command (bar: <= ${bars.processor}x processor time); ${photos} of them taken in by the server (bars: its memory grows <= ${bars.memoryMb} MB, p99 of a public page <= ${bars.p99}x)`,
  run() {
    return withWorkbench(async (bench) => {
      const file = join(bench.folder, "photo.jpg");
      writeFileSync(file, await photo());
      const sent = join(bench.folder, "sent.jpg");
      await sharp(file).autoOrient().resize(1600, 1600, { fit: "inside" }).jpeg({ quality: 92 }).toFile(sent);
      return [
        await compareProcessors(bench, file),
        await takeIn(bench, "as a phone sends it", sent),
        await takeIn(bench, "as a camera writes it", file),
      ].every(Boolean);
    });
  },
};

/** 4,000 x 3,000 pixels with the grain of a small sensor: some 4 MB. */
function photo(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 12 } as const;
  const grain = sharp({ create: { width: 4000, height: 3000, channels: 3, background: "#777", noise } });
  return grain
    .blur(0.7)
    .withExif({ IFD0: { Orientation: "6" } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Processor time of children in milliseconds, as Linux counts it in `/proc/<pid>/stat`: 14 and 15 of living ones, 16 and 17 of ended ones. */
function childrenMs(): number {
  const timesOf = (pid: number | string, from: number) => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[from - 3]) + Number(fields[from - 2])) * 10;
  };
  const living = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ");
  const own = living.filter(Boolean).map((pid) => timesOf(pid, 14));
  return own.reduce((sum, ms) => sum + ms, timesOf("self", 16));
}

async function compareProcessors(bench: Workbench, file: string): Promise<boolean> {
  const context = { log: { warn: console.warn }, stopping: new AbortController().signal };
  const timed = async (work: () => unknown) => {
    const before = childrenMs();
    await work();
    return childrenMs() - before;
  };
  const out = (name: string) => join(bench.folder, name);
  const command = script(import.meta.resolve("./resize.ts"), file, out("large.jpg"), out("small.jpg"));
  const [program = "", ...words] = command;
  const measures = {
    ours: () =>
      timed(async () => {
        const outcome = await reencodePicture(context, { file });
        if (!("ok" in outcome)) throw new Error(outcome.refusal);
      }),
    bare: () =>
      timed(() => {
        if (spawnSync(program, words).status !== 0) throw new Error("sharp's command failed");
      }),
  };
  const samples = await alternate(measures, rounds);
  const [ours, bare] = [median(samples.ours), median(samples.bare)];
  printTable(["CPU ms a photo", "sharp's command", "ours"], [["12 MP", format(bare), format(ours)]]);
  const ratio = ours / bare;
  return verdict(`processor: ${format(ratio, 2)}x (bar: <= ${bars.processor}x)`, ratio <= bars.processor);
}

async function takeIn(bench: Workbench, what: string, file: string): Promise<boolean> {
  const dataDir = join(bench.folder, what);
  mkdirSync(dataDir);
  const environment = { ...productionOn(dataDir), LINK_SECRET: linkSecret };
  const main = [process.execPath, ...serverFlags, join(today, "server/main.ts")];
  const server = bench.start("all", main, environment);
  const [, origin = ""] = await server.printed(/ready at (http:\S+)/);
  const page = await pageOf(origin);
  /** From a process of its own: what it does must not delay what is measured here. */
  const send = (count: number) =>
    bench.start("all", script(import.meta.resolve("./send.ts"), page, file, String(count))).finished();
  await send(1); // What is loaded once is loaded.
  await latencies(origin, delay(3000));
  const [before, quiet] = [memoryMb(server.pid), await latencies(origin, delay(8000))];
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, memoryMb(server.pid))), 50);
  const busy = await latencies(origin, send(photos - 1));
  clearInterval(sampling);
  await server.stop();
  const p99 = [quiet, busy].map((each) => quantile(each, 0.99));
  const [calm = Number.NaN, meanwhile = Number.NaN] = p99;
  const grown = most - before;
  printTable(
    ["while photos come", "bytes each", "memory before", "at most", "p99 before", "p99 meanwhile"],
    [
      [
        what,
        `${format(statSync(file).size / 1000)} KB`,
        `${format(before)} MB`,
        `${format(most)} MB`,
        `${format(calm, 2)} ms`,
        `${format(meanwhile, 2)} ms`,
      ],
    ],
  );
  return [
    verdict(`memory: grows by ${format(grown)} MB (bar: <= ${bars.memoryMb} MB)`, grown <= bars.memoryMb),
    verdict(`p99: ${format(meanwhile / calm, 2)}x (bar: <= ${bars.p99}x)`, meanwhile / calm <= bars.p99),
  ].every(Boolean);
}

/** The address of the page of a vehicle that was just offered. */
async function pageOf(origin: string): Promise<string> {
  const fields = Object.entries(vehicleExample.values).map(([name, value]) => [name, String(value)]);
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${origin}/forms/sell-vehicle`, { method: "POST", body, redirect: "manual" });
  const reference =
    /QK-\w{6}-\w{4}/.exec(`${answer.headers.get("location")} ${await answer.text()}`)?.[0] ?? "";
  const linked = { submission: vehicleSubmission, reference, generation: 1 };
  const secrets = { linkSecret } as Parameters<typeof dealLink>[0]["secrets"];
  const mail = { siteOrigin: origin } as Parameters<typeof dealLink>[0]["mail"];
  return dealLink({ secrets, mail }, linked).url;
}

/** In milliseconds, of the home page, one request after the other with a short pause, until that has ended. */
async function latencies(origin: string, until: Promise<unknown>): Promise<number[]> {
  const client = new KeepAliveClient(Number(new URL(origin).port));
  const end = new AbortController();
  const over = until.finally(() => end.abort());
  const taken: number[] = [];
  while (!end.signal.aborted) {
    const began = performance.now();
    await client.get("/");
    taken.push(performance.now() - began);
    await delay(5);
  }
  await over;
  client.close();
  return taken;
}
