import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** A process that we started and will stop. */
export interface Child {
  readonly pid: number;
  /** Resolves with the first match in what it has printed. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves with all that it printed once it has ended well. */
  finished(): Promise<string>;
  /** Asks it to end, and waits. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

export interface ChildOptions {
  /** As `taskset` lists cores. */
  readonly cores: string;
  /** A file for what it prints: reading a pipe would take time from what is measured. */
  readonly output: string;
  readonly environment: Readonly<Record<string, string>>;
}

const startDeadlineMs = 300_000;
const stopDeadlineMs = 12_000;
const pollMs = 20;

/** Runs a command on these cores only. */
export function spawnChild(command: readonly string[], options: ChildOptions): Child {
  const output = openSync(options.output, "w");
  const child = spawn("taskset", ["-c", options.cores, ...command], {
    env: { ...process.env, ...options.environment },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const text = () => readFileSync(options.output, "utf8");
  const failure = () =>
    new Error(`${command.join(" ")} ended with ${child.exitCode}:\n${text().slice(-2000)}`);
  return {
    pid: child.pid ?? 0,
    async printed(pattern) {
      for (const deadline = Date.now() + startDeadlineMs; Date.now() < deadline; await delay(pollMs)) {
        const match = pattern.exec(text());
        if (match !== null) return match;
        if (hasEnded(child)) break;
      }
      throw failure();
    },
    async finished() {
      await ended;
      if (child.exitCode === 0) return text();
      throw failure();
    },
    async stop() {
      if (hasEnded(child)) return;
      child.kill("SIGTERM");
      const impatient = setTimeout(() => child.kill("SIGKILL"), stopDeadlineMs);
      await ended;
      clearTimeout(impatient);
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
