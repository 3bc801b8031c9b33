import { randomUUID } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";

import PostalMime, { type Email } from "postal-mime";

import { quoteRequest } from "#domain/forms/quote-request.ts";
import type { Submission } from "#domain/submission.ts";
import { chance } from "#scripts/demo/chance.ts";
import { siteAt, visit } from "#scripts/demo/visit.ts";
import { quoteVisitors, type Visitors } from "#scripts/demo/visitors.ts";
import { buildApp } from "#server/app.ts";
import { chores } from "#server/chores.ts";
import { readConfig } from "#server/platform/config/config.ts";
import { createLog } from "#server/platform/observability/log.ts";
import { startChores } from "#server/services/schedule/chores.ts";
import type { Services } from "#server/services/services.ts";
import { type InboundExample, inboundMail } from "#tests/inbound-mail.ts";
import { prepareDatabase } from "#tests/prepared-database.ts";
import { quoteExample } from "#tests/quote-example.ts";
import { runCommand } from "#tests/run-command.ts";
import { freePort } from "#tests/server-process.ts";

export const admin = { email: "staff@quadkea.example", password: "a password for tests" };

const account = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
const siteFolder = resolve(import.meta.dirname, "../../build/client");
const limits = { LIMIT_SUBMISSIONS_PER_ADDRESS: "10000", LIMIT_MAILS_PER_HOUR: "10000" };

/** Once per worker: an empty database with the first admin, which every site begins with. */
let prepared: Promise<string> | undefined;

async function prepare(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-prepared-"));
  await prepareDatabase({ DATA_DIR: folder });
  return join(folder, "quadkea.db");
}

/** The built site on a server of its own, over the data in one folder. */
export class SiteProcess {
  readonly #dataDir: string;
  #environment: Record<string, string> = {};
  #close: (() => Promise<void>) | null = null;
  #services: Services | null = null;
  #port = "";

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  get origin(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Of the server that runs now. */
  get services(): Services {
    if (this.#services === null) throw new Error("The site has not been started");
    return this.#services;
  }

  /** Starts, or starts again with further settings; the port stays, so that open pages find it. */
  async start(environment: Record<string, string> = {}, aheadMs = 0): Promise<void> {
    await this.stop();
    if (this.#port === "") await this.#settle();
    this.#environment = { ...this.#environment, ...environment };
    const place = { DATA_DIR: this.#dataDir, PORT: this.#port };
    const read = readConfig({ ...place, ...account, ...limits, ...this.#environment });
    if (!read.ok) throw new Error(read.problems.join("\n"));
    const log = createLog("silent");
    const now = () => new Date(Date.now() + aheadMs);
    const app = await buildApp({ config: read.config, log, siteFolder, now });
    await app.server.listen({ host: "127.0.0.1", port: Number(this.#port) });
    const stopping = new AbortController();
    startChores(chores, app.run, log, stopping.signal);
    this.#services = app.services;
    this.#close = async () => {
      stopping.abort();
      await app.close();
    };
  }

  /** Starts again with a clock set to that instant, which goes on from there. */
  startClockAt(instant: string, environment: Record<string, string> = {}): Promise<void> {
    return this.start(environment, Date.parse(instant) - Date.now());
  }

  async stop(): Promise<void> {
    await this.#close?.();
    this.#close = null;
  }

  async #settle(): Promise<void> {
    this.#port = await freePort();
    await copyFile(await (prepared ??= prepare()), join(this.#dataDir, "quadkea.db"));
  }

  /** Mails in the outbox folder, oldest first. */
  async mails(): Promise<Email[]> {
    const folder = join(this.#dataDir, "mail");
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
    return Promise.all(
      names.toSorted().map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
    );
  }

  /** Puts a mail into the folder that the server reads as its mailbox: a file in it is complete from the start. */
  async receive(mail: InboundExample): Promise<void> {
    const file = join(this.#dataDir, `${randomUUID()}.eml`);
    await writeFile(file, await inboundMail(mail));
    await mkdir(join(this.#dataDir, "inbox"), { recursive: true });
    await rename(file, join(this.#dataDir, "inbox", basename(file)));
  }

  /** Reads the database behind the server's back. */
  sql(query: string): Record<string, unknown>[] {
    const database = new DatabaseSync(join(this.#dataDir, "quadkea.db"), { readOnly: true });
    try {
      return database.prepare(query).all();
    } finally {
      database.close();
    }
  }

  /** Changes the database behind the server's back. The server shares this thread: only an awaited pause lets it end a transaction. */
  async change(...statements: readonly string[]): Promise<void> {
    const database = new DatabaseSync(join(this.#dataDir, "quadkea.db"), { timeout: 0 });
    for (const statement of statements) {
      while (!hasRun(database, statement)) await setTimeout(5);
    }
    database.close();
  }

  /** Erases what is held of one person, as the owner does: by a command next to the server. */
  async erase(address: string): Promise<void> {
    await runCommand("person", ["erase", address], { DATA_DIR: this.#dataDir });
  }

  /** Stores what visitors send, through the wire calls; returns the references, oldest first. */
  async submit(submission: Submission, ...all: readonly Fields[]): Promise<string[]> {
    const site = await siteAt(this.origin);
    const references: string[] = [];
    for (const [index, fields] of all.entries()) {
      references.push(await visit(site, index + 1, submission, fields));
    }
    return references;
  }

  /** The request of `quoteExample`, changed where asked for. */
  async addQuote(changes: Fields = {}): Promise<string> {
    const [reference = ""] = await this.submit(quoteRequest, { ...quoteExample, ...changes });
    return reference;
  }

  /** What that many made-up visitors send. */
  add({ submission, fill }: Visitors, count: number): Promise<string[]> {
    const random = chance(7);
    return this.submit(submission, ...Array.from({ length: count }, () => fill(random)));
  }

  addQuotes(count: number): Promise<string[]> {
    return this.add(quoteVisitors, count);
  }
}

type Fields = Readonly<Record<string, string | number>>;

/** Returns false if someone else is writing. */
function hasRun(database: DatabaseSync, statement: string): boolean {
  try {
    database.exec(statement);
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes("database is locked")) return false;
    throw error;
  }
}
