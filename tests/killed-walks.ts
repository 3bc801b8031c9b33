import { spawn } from "node:child_process";
import { resolve } from "node:path";

import { between, type Chance } from "#scripts/demo/chance.ts";

import { compileCache } from "./run-command.ts";

const walkerFile = resolve(import.meta.dirname, "deal-walker.ts");

export interface KilledWalks {
  readonly walk: "quotes" | "offers";
  /** Of the database, and of secrets if it is on PostgreSQL. */
  readonly environment: Readonly<Record<string, string>>;
  readonly walks: number;
  /** How long a walker lives once it walks, in milliseconds; after so many kills the next one may finish. */
  readonly lives: readonly [least: number, most: number];
  readonly kills: number;
  readonly random: Chance;
}

export interface Walked {
  /** Keys of the calls that were acknowledged. */
  readonly acknowledged: ReadonlySet<string>;
  readonly kills: number;
}

/** Walks in processes that are killed at any moment; the next one goes on where the last one was. */
export async function walkUnderKills(options: KilledWalks): Promise<Walked> {
  const acknowledged = new Set<string>();
  let next = 1;
  let kills = 0;
  while (next <= options.walks) {
    const mayFinish = kills >= options.kills;
    const life = mayFinish ? null : between(options.random, ...options.lives);
    const { output, wasKilled } = await walkFrom(next, options, life);
    for (const [, key = ""] of output.matchAll(/^done (\S+)$/gm)) acknowledged.add(key);
    const walked = [...output.matchAll(/^walked (\d+)$/gm)].at(-1)?.[1];
    next = Number(walked ?? next - 1) + 1;
    if (wasKilled) kills += 1;
    else if (next <= options.walks) throw new Error(`the walker ended by itself:\n${output.slice(-2000)}`);
  }
  return { acknowledged, kills };
}

function walkFrom(
  first: number,
  { environment, walk, walks }: KilledWalks,
  life: number | null,
): Promise<{ readonly output: string; readonly wasKilled: boolean }> {
  return new Promise((end) => {
    const child = spawn(process.execPath, [walkerFile], {
      env: {
        PATH: process.env["PATH"] ?? "",
        ...compileCache,
        ...environment,
        WALK: walk,
        WALK_FROM: String(first),
        WALK_TO: String(walks),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let timer: NodeJS.Timeout | undefined;
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (life !== null) timer ??= setTimeout(() => child.kill("SIGKILL"), life);
    });
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.on("close", (_code, signal) => {
      clearTimeout(timer);
      end({ output, wasKilled: signal === "SIGKILL" });
    });
  });
}
