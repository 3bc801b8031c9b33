import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import sharp from "sharp";

import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { dealLink } from "#server/features/deals/deal/deal-link.ts";
import { reencodePicture } from "#server/services/pictures/pictures.ts";
import { vehicleExample } from "#tests/submission-examples.ts";

import { formerCheckout } from "../footprint/former.ts";
import { type Bench, verdict } from "../measuring/bench.ts";
import { memoryMb, today } from "../measuring/candidate.ts";
import { productionOn, script, serverFlags, unlimited } from "../measuring/commands.ts";
import { KeepAliveClient } from "../measuring/keep-alive-client.ts";
import { alternate } from "../measuring/rounds.ts";
import { format, median, quantile, span } from "../measuring/statistics.ts";
import { printTable } from "../measuring/table.ts";
import { type Workbench, withWorkbench } from "../measuring/workbench.ts";
import { countOfRun } from "../reliability/seed.ts";

const bars = { processor: 1.3, memoryMb: 20, p99: 3 };
const rounds = 7;
const takingRounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
/** A round's: a deal takes 30. */
const photos = Math.min(30, countOfRun(30));
const linkSecret = "a link secret for a bench, long enough";

export const photosBench: Bench = {
  name: "photos",
  title: `a 12-megapixel photo against sharp's bare resize by its command (bar: <= ${bars.processor}x processor time); ${photos} of them taken in by the server (bars: its memory grows <= ${bars.memoryMb} MB, p99 of a public page <= ${bars.p99}x), next to a former build (FORMER=<folder or commit>)`,
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

interface Taken {
  readonly calm: number; // p99 in milliseconds.
  readonly busy: number;
  readonly grown: number; // In MB.
}

/** Former builds in the same minutes, if FORMER names one. */
async function takeIn(bench: Workbench, what: string, file: string): Promise<boolean> {
  const server = (checkout: string, name: string) => startServer(bench, checkout, `${what}, ${name}`);
  const ours = await server(today, "today");
  const former = process.env["FORMER"] === undefined ? null : await server(formerCheckout(), "former");
  const measured = { today: ours, ...(former === null ? {} : { former }) };
  for (const { origin } of Object.values(measured)) await sendPhotos(bench, origin, file, 1); // What is loaded once is loaded.
  const samples = await alternate(
    Object.fromEntries(
      Object.entries(measured).map(([name, one]) => [name, () => takeSome(bench, one, file)]),
    ),
    takingRounds,
  );
  for (const one of Object.values(measured)) await one.stop();
  const rows = Object.entries(samples).map(([name, taken]) => rowOf(name, taken));
  const headings = ["while photos come", "p99 before", "p99 meanwhile", "ratio", "memory grows by"];
  console.log(`${what}, ${format(statSync(file).size / 1000)} KB each`);
  printTable(headings, rows);
  const { ratio, grown } = figuresOf(samples["today"] ?? []);
  return [
    verdict(`memory: grows by ${format(grown)} MB (bar: <= ${bars.memoryMb} MB)`, grown <= bars.memoryMb),
    verdict(`p99: ${format(ratio, 2)}x (bar: <= ${bars.p99}x)`, ratio <= bars.p99),
  ].every(Boolean);
}

async function startServer(bench: Workbench, checkout: string, name: string) {
  const dataDir = join(bench.folder, name);
  mkdirSync(dataDir);
  const environment = { ...productionOn(dataDir), ...unlimited, LINK_SECRET: linkSecret };
  const main = [process.execPath, ...serverFlags, join(checkout, "server/main.ts")];
  const server = bench.start("all", main, environment);
  const [, origin = ""] = await server.printed(/ready at (http:\S+)/);
  return { pid: server.pid, origin, stop: () => server.stop() };
}

/** From a process of its own: what it does must not delay what is measured here. */
async function sendPhotos(bench: Workbench, origin: string, file: string, count: number): Promise<void> {
  const sender = script(import.meta.resolve("./send.ts"), await pageOf(origin), file, String(count));
  await bench.start("all", sender).finished();
}

async function takeSome(
  bench: Workbench,
  { pid, origin }: { readonly pid: number; readonly origin: string },
  file: string,
): Promise<Taken> {
  await latencies(origin, delay(3000));
  const [before, quiet] = [memoryMb(pid), await latencies(origin, delay(8000))];
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, memoryMb(pid))), 50);
  const meanwhile = await latencies(origin, sendPhotos(bench, origin, file, photos));
  clearInterval(sampling);
  return { calm: quantile(quiet, 0.99), busy: quantile(meanwhile, 0.99), grown: most - before };
}

function figuresOf(taken: readonly Taken[]) {
  const calm = median(taken.map((one) => one.calm));
  const busy = median(taken.map((one) => one.busy));
  const ratio = median(taken.map((one) => one.busy / one.calm));
  return { calm, busy, ratio, grown: Math.max(...taken.map((one) => one.grown)) };
}

function rowOf(name: string, taken: readonly Taken[]): string[] {
  const { calm, busy, ratio, grown } = figuresOf(taken);
  const ratios = span(
    taken.map((one) => one.busy / one.calm),
    2,
  );
  return [
    name,
    `${format(calm, 2)} ms`,
    `${format(busy, 2)} ms`,
    `${format(ratio, 2)}x (${ratios})`,
    `${format(grown)} MB`,
  ];
}

/** The address of the page of a vehicle that was just offered. */
async function pageOf(origin: string): Promise<string> {
  const fields = Object.entries(vehicleExample.values).map(([name, value]) => [name, String(value)]);
  const body = new URLSearchParams(fields);
  body.set("description", randomUUID()); // The same again would be the same vehicle.
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
