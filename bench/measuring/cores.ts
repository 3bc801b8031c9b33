import { spawnSync } from "node:child_process";

import { Missing } from "./bench.ts";

/** What is measured runs on one core, all that asks it on another, so that neither slows the other down. */
export interface Cores {
  readonly measured: string;
  readonly asking: string;
  /** For a browser, which is both. */
  readonly all: string;
  /** All that there are, for what is about the whole machine. */
  readonly whole: string;
}

export function twoCores(): Cores {
  requireProgram(
    "taskset",
    "This bench pins processes to cores with taskset (Linux): apt-get install util-linux",
  );
  const { stdout } = spawnSync("taskset", ["-cp", String(process.pid)], { encoding: "utf8" });
  const whole = (stdout.split(":")[1] ?? "").trim();
  const [asking, measured] = whole.split(",").flatMap(coresOfRange);
  if (asking === undefined || measured === undefined)
    throw new Missing("This bench needs two processor cores");
  return { asking: String(asking), measured: String(measured), all: `${asking},${measured}`, whole };
}

function coresOfRange(range: string): number[] {
  const [first = 0, last = first] = range.trim().split("-").map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Throws if a program is not there; `hint` says how to get it. */
export function requireProgram(name: string, hint: string): void {
  if (spawnSync(name, ["-v"]).error !== undefined) throw new Missing(hint);
}
