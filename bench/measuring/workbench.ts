import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Child, spawnChild } from "./child.ts";
import { type Cores, twoCores } from "./cores.ts";

/** A folder and processes for one bench, both gone afterwards, whatever happens. */
export interface Workbench {
  readonly folder: string;
  readonly cores: Cores;
  /** Starts a process on the core of what is measured, of what asks it, or on both. */
  start(
    place: keyof Cores,
    command: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Child;
}

export async function withWorkbench<Result>(work: (bench: Workbench) => Promise<Result>): Promise<Result> {
  const cores = twoCores();
  const folder = mkdtempSync(join(tmpdir(), "quadkea-bench-"));
  const children: Child[] = [];
  const clearNow = () => {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", clearNow);
  try {
    return await work({
      folder,
      cores,
      start(place, command, environment = {}) {
        const output = join(folder, `output-${children.length}.log`);
        const child = spawnChild(command, { cores: cores[place], output, environment });
        children.push(child);
        return child;
      },
    });
  } finally {
    await Promise.all(children.map((child) => child.stop()));
    process.off("exit", clearNow);
    rmSync(folder, { recursive: true, force: true });
  }
}
