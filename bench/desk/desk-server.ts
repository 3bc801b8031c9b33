import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import * as v from "valibot";

import { productionOn, script } from "../measuring/commands.ts";
import type { Workbench } from "../measuring/workbench.ts";

/** A server over a filled desk, with an admin signed in. */
export interface DeskServer {
  readonly port: number;
  readonly cookie: string;
  /** Of the newest quote request. */
  readonly id: string;
  readonly ref_number: string;
  readonly version: number;
  readonly userId: string;
  /** What the process holds in memory, in MB, as Linux counts it. */
  memory(): number;
}

const aboutSchema = v.object({
  port: v.pipe(v.string(), v.transform(Number)),
  access: v.string(),
  id: v.string(),
  ref_number: v.string(),
  version: v.number(),
  userId: v.string(),
});

/** Fills a desk in a process of its own, then starts a server over it. */
export async function startDesk(bench: Workbench, records: number): Promise<DeskServer> {
  const dataDir = join(bench.folder, `desk-${records}`);
  mkdirSync(dataDir);
  const environment = { ...productionOn(dataDir), BENCH_RECORDS: String(records) };
  await bench.start("all", script(import.meta.resolve("./fill.ts")), environment).finished();
  const child = bench.start("measured", script(import.meta.resolve("./server.ts")), environment);
  const [, about = ""] = await child.printed(/ready (\{.*\})/);
  const { access, ...server } = v.parse(aboutSchema, JSON.parse(about));
  return { ...server, cookie: `__Host-quadkea_session=${access}`, memory: () => memoryMb(child.pid) };
}

function memoryMb(pid: number): number {
  const [, kilobytes = ""] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1000;
}
