import { mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { freePort } from "#tests/server-process.ts";

import { productionOn, serverFlags, unlimited } from "./commands.ts";
import type { Workbench } from "./workbench.ts";

export const account = { email: "staff@quadkea.example", password: "a password for tests" };

/** This checkout. */
export const today = resolve(import.meta.dirname, "../..");

/** A running server of one checkout. */
export interface RunningServer {
  readonly pid: number;
  readonly origin: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** A checkout: everything is done to it from outside, by its commands and over HTTP. */
export class Candidate {
  readonly #bench: Workbench;
  readonly #checkout: string;
  readonly #name: string;

  constructor(bench: Workbench, name: string, checkout: string) {
    this.#bench = bench;
    this.#name = name;
    this.#checkout = checkout;
  }

  /** Starts its server over a folder of that name, on the measured core. */
  start(data: string): Promise<RunningServer> {
    const main = join(this.#checkout, "server/main.ts");
    return this.#started("measured", [process.execPath, ...serverFlags, main], data);
  }

  /** Starts it by `npm start`, on all cores; returns after how many seconds it was ready. */
  async secondsToStart(): Promise<number> {
    const began = performance.now();
    const command = ["npm", "--prefix", this.#checkout, "start"];
    const server = await this.#started("all", command, "start");
    const seconds = (performance.now() - began) / 1000;
    await server.stop();
    return seconds;
  }

  /** Fills the database of that folder with two years of records. */
  async fill(data: string, records: number): Promise<void> {
    const demo = join(this.#checkout, "scripts/demo.ts");
    const command = [process.execPath, demo, String(records)];
    await this.#bench.start("all", command, this.#environment(data)).finished();
  }

  #environment(data: string): Record<string, string> {
    const dataDir = join(this.#bench.folder, `${this.#name}-${data}`);
    mkdirSync(dataDir, { recursive: true });
    const admin = { ADMIN_EMAIL: account.email, ADMIN_PASSWORD: account.password };
    return { ...productionOn(dataDir), ...unlimited, ...admin };
  }

  async #started(place: "measured" | "all", command: readonly string[], data: string) {
    const port = await freePort();
    const environment = { ...this.#environment(data), PORT: port, SITE_ORIGIN: `http://localhost:${port}` };
    const child = this.#bench.start(place, command, environment);
    await child.printed(/is ready at/);
    return {
      pid: child.pid,
      origin: `http://localhost:${port}`,
      port: Number(port),
      stop: () => child.stop(),
    };
  }
}

/** What a process holds in memory, in MB, as Linux counts it. */
export function memoryMb(pid: number): number {
  const [, kilobytes = ""] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1000;
}

/** Signs in as the first user; returns the header of the calls that follow. */
export async function signIn(origin: string): Promise<{ cookie: string }> {
  const response = await fetch(`${origin}/functions/v1/auth-login`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify(account),
  });
  if (!response.ok) throw new Error(`Signing in: ${response.status} ${await response.text()}`);
  return {
    cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
  };
}
