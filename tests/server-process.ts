import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { resolve } from "node:path";

import { compileCache } from "./run-command.ts";

const main = resolve(import.meta.dirname, "../server/main.ts");

/** A server as the owner runs it: its own process, configured by the environment alone. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  #output = "";

  constructor(environment: Record<string, string>) {
    this.#child = spawn(process.execPath, [main], {
      env: { PATH: process.env["PATH"] ?? "", ...compileCache, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => (this.#output += chunk.toString()));
    }
    this.#ended = new Promise((end) => this.#child.on("close", end));
  }

  /** All it has printed so far. */
  get output(): string {
    return this.#output;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** The exit code once it has ended, or null if a signal ended it. */
  get ended(): Promise<number | null> {
    return this.#ended;
  }

  /** Waits until it says that it is ready; returns its origin. */
  ready(): Promise<string> {
    return new Promise((answer, fail) => {
      const look = () => {
        const origin = /ready at (http:\S+)/.exec(this.#output)?.[1];
        if (origin !== undefined) answer(origin);
      };
      this.#child.stdout?.on("data", look);
      this.#child.on("close", () => fail(new Error(`the server did not start:\n${this.#output}`)));
      look();
    });
  }

  /** Sends a signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return this.#ended;
  }
}

/** A port below those that the system gives to outgoing connections: none of them can take it. */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const server = createServer();
    const isFree = new Promise<boolean>((answer) => {
      server.once("error", () => answer(false)).listen(port, "127.0.0.1", () => answer(true));
    });
    if (!(await isFree)) continue;
    server.close();
    await once(server, "close");
    return String(port);
  }
}
