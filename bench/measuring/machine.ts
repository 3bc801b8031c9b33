import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { availableParallelism, cpus, release, tmpdir, type } from "node:os";
import { join } from "node:path";

import { median } from "./statistics.ts";

/** The machine that the figures come from; they mean little without it. */
export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? "unknown processor";
  const facts = [
    `${availableParallelism()} cores, ${model}`,
    `${osName()}, kernel ${release()}`,
    `Node ${process.versions.node}`,
    `fdatasync ${fdatasyncMilliseconds().toFixed(2)} ms`,
    new Date().toISOString().slice(0, 10),
  ];
  return facts.join(" · ");
}

function osName(): string {
  if (!existsSync("/etc/os-release")) return type();
  return /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? type();
}

/** The median cost of making 4 kB durable: what grouped commits save. */
function fdatasyncMilliseconds(): number {
  const folder = mkdtempSync(join(tmpdir(), "quadkea-bench-"));
  const file = openSync(join(folder, "sync"), "w");
  const block = Buffer.alloc(4096, 1);
  const times = Array.from({ length: 300 }, () => {
    writeSync(file, block, 0, block.length, 0);
    const start = performance.now();
    fdatasyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return median(times);
}
