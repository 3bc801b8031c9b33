import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { freePort, ServerProcess } from "#tests/server-process.ts";

import { productionOn, unlimited } from "../measuring/commands.ts";

const admin = { email: "staff@quadkea.example", password: "a password for tests" };

/** Servers as they ship, one after another over the same data and on the same port. */
export class ProofServer {
  readonly dataDir: string;
  readonly origin: string;
  readonly #environment: Readonly<Record<string, string>>;
  #process: ServerProcess | null = null;

  constructor(dataDir: string, port: string, environment: Readonly<Record<string, string>>) {
    this.dataDir = dataDir;
    this.origin = `http://127.0.0.1:${port}`;
    const account = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
    this.#environment = { ...productionOn(dataDir), ...account, ...unlimited, ...environment, PORT: port };
  }

  get databaseFile(): string {
    return join(this.dataDir, "quadkea.db");
  }

  /** All that the present process has printed. */
  get output(): string {
    return this.#process?.output ?? "";
  }

  async start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#process = new ServerProcess({ ...this.#environment, ...environment });
    await this.#process.ready();
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    await this.#process?.stop(signal);
    this.#process = null;
  }

  async anonKey(): Promise<string> {
    return (await (await fetch(`${this.origin}/config.json`)).json()).anonKey;
  }
}

/** Runs `work` with a server that is not started yet; it and its data are gone afterwards. */
export async function withProofServer<Result>(
  environment: Readonly<Record<string, string>>,
  work: (server: ProofServer) => Promise<Result>,
): Promise<Result> {
  const dataDir = mkdtempSync(join(tmpdir(), "quadkea-proof-"));
  const server = new ProofServer(dataDir, await freePort(), environment);
  try {
    return await work(server);
  } finally {
    await server.stop("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  }
}
