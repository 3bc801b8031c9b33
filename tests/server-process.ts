import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { onTestFinished } from "vitest";

const main = resolve(import.meta.dirname, "../server/main.ts");

/** A server as the owner runs it: its own process, configured by the environment alone. */
export interface ServerProcess {
  readonly origin: string;
  readonly output: () => string;
  /** Sends a signal and waits for the end; answers the exit code, or null where the signal ended it. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-process-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a server and waits until it says that it is ready. */
export async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const { child, output, ended } = launch({ PORT: "0", ...environment });
  const origin = await new Promise<string>((ready, fail) => {
    const look = () => {
      const url = /ready at (http:\S+)/.exec(output())?.[1];
      if (url !== undefined) ready(url);
    };
    child.stdout?.on("data", look);
    child.on("exit", () => fail(new Error(`the server did not start:\n${output()}`)));
  });
  return {
    origin,
    output,
    stop(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs a server that is expected to give up; answers what it said and its exit code. */
export async function failedStart(
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { output, ended } = launch({ PORT: "0", ...environment });
  return { code: await ended, output: output() };
}

function launch(environment: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, [main], {
    env: { PATH: process.env["PATH"] ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<number | null>((resolveEnd) => child.on("close", resolveEnd));
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await ended;
  });
  return { child, output: () => text, ended };
}
