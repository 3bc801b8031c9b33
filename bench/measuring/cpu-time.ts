import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Linux counts processor time in ticks of a hundredth of a second. */
const microsecondsPerTick = 10_000;
const quietMs = 150;

/**
 * Processor time that a process, all its threads included, has used so far, in microseconds. It hardly
 * changes when the machine is busy with something else: the column to trust on a noisy machine.
 */
export function cpuMicroseconds(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // The name in brackets may hold spaces; user and system time are the 14th and 15th fields.
  const fields = readFileSync(file, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * microsecondsPerTick;
}

/** The same once the process has done what it left for later. */
export async function cpuMicrosecondsWhenQuiet(pid: number): Promise<number> {
  for (let before = cpuMicroseconds(pid); ; before = cpuMicroseconds(pid)) {
    await delay(quietMs);
    if (cpuMicroseconds(pid) - before <= microsecondsPerTick) return cpuMicroseconds(pid);
  }
}

/** The processes that this one has started. */
export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text
    .split(" ")
    .filter((word) => word !== "")
    .map(Number);
}
