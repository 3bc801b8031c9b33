import { mkdirSync } from "node:fs";

import { ServerProcess } from "#tests/server-process.ts";

import { productionOn } from "../measuring/commands.ts";
import { freePort } from "../measuring/free-port.ts";

export const anonKey = "anon-key-for-benches";

/** Limits out of the way: what counts here is what happens to submissions that are taken. */
const settings = {
  ANON_KEY: anonKey,
  SESSION_SECRET: "a session secret for benches only, long",
  LINK_SECRET: "a link secret for benches only, long enough",
  ADMIN_EMAIL: "staff@quadkea.example",
  ADMIN_PASSWORD: "a password for benches",
  LIMIT_SUBMISSIONS_PER_ADDRESS: "1000000",
  LIMIT_SUBMISSIONS_PER_EMAIL: "1000000",
  LIMIT_MAILS_PER_HOUR: "1000000",
  LIMIT_MAIL_RESERVE_PERCENT: "0",
  LOG_LEVEL: "fatal",
};

/** One of several servers as they ship, on a port of its own, that is killed and started again. */
export class Instance {
  readonly address: string;
  readonly #environment: Readonly<Record<string, string>>;
  #process: ServerProcess | null = null;
  readonly #outages: { from: number; to: number }[] = [];

  private constructor(port: number, environment: Readonly<Record<string, string>>) {
    this.address = `127.0.0.1:${port}`;
    this.#environment = { ...environment, PORT: String(port) };
  }

  /** Not started yet. */
  static async on(
    databaseUrl: string,
    dataDir: string,
    environment: Readonly<Record<string, string>>,
  ): Promise<Instance> {
    mkdirSync(dataDir);
    const all = { ...productionOn(dataDir), ...settings, DATABASE_URL: databaseUrl, ...environment };
    return new Instance(await freePort(), all);
  }

  async start(): Promise<void> {
    const started = new ServerProcess(this.#environment);
    this.#process = started;
    await started.ready();
    const outage = this.#outages.at(-1);
    if (outage !== undefined) outage.to = Date.now();
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    this.#outages.push({ from: Date.now(), to: Number.POSITIVE_INFINITY });
    await this.#process?.stop("SIGKILL");
  }

  async stop(): Promise<void> {
    await this.#process?.stop("SIGTERM");
  }

  /** True until its process ends. */
  get isRunning(): boolean {
    return this.#process?.isRunning ?? false;
  }

  /** Whether it was away at any moment of this time. */
  wasAway(from: number, to: number): boolean {
    return this.#outages.some((outage) => outage.from <= to && outage.to >= from);
  }
}
