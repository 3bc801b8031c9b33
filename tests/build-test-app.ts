import { copyFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sql } from "kysely";
import PostalMime, { type Email } from "postal-mime";
import { expect, inject, onTestFinished } from "vitest";

import { dayMs } from "#domain/durations.ts";
import { type App, buildApp } from "#server/app.ts";
import type { Config } from "#server/platform/config/config.ts";
import { createLog } from "#server/platform/observability/log.ts";
import type { CardTimes } from "#server/services/cards/stripe-cards.ts";
import type { InboxTimes } from "#server/services/inbox/inbox.ts";
import type { SmtpTimes } from "#server/services/mail/smtp-mailer.ts";

import { testSecrets } from "./postgres.ts";
import { asOperator, testAdmin, testConfig } from "./prepared-database.ts";
import { takePreparedDatabase } from "./reused-database.ts";

export { asOperator, testAdmin };

export interface TestAppOptions {
  /** Variables as an owner would set them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A folder of built pages. */
  readonly siteFolder?: string;
  /** Log lines at warn and above that this test provokes on purpose, by their message. */
  readonly expectedWarnings?: readonly string[];
  /** Shorter waits for mail than as shipped. */
  readonly mailTimes?: Partial<SmtpTimes>;
  readonly inboxTimes?: Partial<InboxTimes>;
  readonly cardTimes?: Partial<CardTimes>;
  /** What the clock says at first; it moves only by `advance`. */
  readonly startAt?: Date;
  /** How long the server has been running. */
  readonly runsForMs?: number;
}

export interface TestApp {
  readonly app: App;
  readonly config: Config;
  /** Its variables, for commands run next to it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly origin: string;
  readonly dataDir: string;
  readonly anonKey: string;
  readonly logLines: readonly LogLine[];
  fetch(path: string, init?: RequestInit): Promise<Response>;
  postJson(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The store call of a visitor, with the headers our pages send. */
  store(table: string, body: unknown): Promise<Response>;
  /** Mails in the outbox folder, oldest first. */
  mails(): Promise<Email[]>;
  rows(table: string): Promise<Record<string, unknown>[]>;
  /** Signs the first admin in; returns the Cookie header of that browser. */
  signIn(): Promise<string>;
  /** Lets time pass on the server. */
  advance(ms: number): void;
  /** Sets the server's clock ahead, or back, at one stroke. */
  shiftClock(ms: number): void;
  stop(): Promise<void>;
  /** Stops this server and starts another one over the same data, as after a crash, an upgrade or new settings. */
  restart(environment?: Readonly<Record<string, string>>): Promise<TestApp>;
}

export interface LogLine {
  readonly level: number;
  readonly msg: string;
}

const warnLevel = 40;

/** Each call looks, at once; a test that waits for the clock is rare. */
const shortInboxTimes = { lookEveryMs: 0, stillMs: 10, pauseMs: 0 };

/** Tests find the mails here, whatever firm a test makes. */
const mailAddresses = {
  MAIL_TO: "sales@quadkea.example",
  MAIL_FROM: "QuadKea <website@quadkea.example>",
};

/** The real app on a real port over a real database, in a folder of its own; closed after the test. */
export async function buildTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), "quadkea-test-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return startApp(options, dataDir, await preparedDatabase(dataDir));
}

/** A chore has been run once the mails that it sends have an outcome. */
function waitsForMails(app: App): App {
  const run: App["run"] = async (name) => {
    await app.run(name);
    await app.services.outbox.settled();
  };
  return { ...app, run };
}

/** A copy of what was prepared for this run: in an SQLite file, or on PostgreSQL where the run asks for it. */
async function preparedDatabase(dataDir: string): Promise<Record<string, string>> {
  if (process.env["TEST_ENGINE"] === "postgres") {
    const database = await takePreparedDatabase();
    onTestFinished(() => database.drop());
    return { DATABASE_URL: database.url, ...testSecrets };
  }
  await copyFile(inject("preparedFile"), join(dataDir, "quadkea.db"));
  return {};
}

async function startApp(
  options: TestAppOptions,
  dataDir: string,
  database: Record<string, string>,
): Promise<TestApp> {
  const clock = { time: (options.startAt ?? new Date()).getTime(), steady: options.runsForMs ?? dayMs };
  const logLines: LogLine[] = [];
  const log = createLog("info", {
    write: (lines) =>
      logLines.push(
        ...lines
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line)),
      ),
  });
  const environment = { DATA_DIR: dataDir, ...mailAddresses, ...database, ...options.environment };
  const config = testConfig(environment);
  const siteFolder = options.siteFolder ?? null;
  const { mailTimes = {}, inboxTimes = shortInboxTimes } = options;
  const now = () => new Date(clock.time);
  const steady = () => clock.steady;
  const app = waitsForMails(
    await buildApp({ ...options, config, log, siteFolder, mailTimes, inboxTimes, now, steady }),
  );
  await app.server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await app.close();
  };
  onTestFinished(async () => {
    await close();
    expect(unexpected(logLines, options.expectedWarnings ?? [])).toEqual([]);
  });

  const fetchPath = (path: string, init?: RequestInit) =>
    fetch(origin + path, { redirect: "manual", ...init });
  const postJson = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetchPath(path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const { anonKey } = app.services.secrets;
  return {
    app,
    config,
    environment,
    origin,
    dataDir,
    anonKey,
    logLines,
    fetch: fetchPath,
    postJson,
    store: (table, body) =>
      postJson(`/rest/v1/${table}`, body, { apikey: anonKey, authorization: `Bearer ${anonKey}` }),
    mails: () => mailsIn(join(dataDir, "mail")),
    async rows(table) {
      const result = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(
        app.services.database.reader,
      );
      return result.rows;
    },
    signIn: () => signIn(postJson),
    advance(ms) {
      clock.time += ms;
      clock.steady += ms;
    },
    shiftClock: (ms) => void (clock.time += ms),
    stop: close,
    async restart(changes = {}) {
      await close();
      const changed = { ...options, environment: { ...options.environment, ...changes } };
      return startApp({ ...changed, startAt: new Date(clock.time) }, dataDir, database);
    },
  };
}

function unexpected(lines: readonly LogLine[], expected: readonly string[]): LogLine[] {
  return lines.filter((line) => line.level >= warnLevel && !expected.includes(line.msg));
}

async function mailsIn(folder: string): Promise<Email[]> {
  const names = await readdir(folder).catch(() => []);
  const whole = names.filter((name) => name.endsWith(".eml")).toSorted();
  const sources = await Promise.all(whole.map((name) => readFile(join(folder, name))));
  return Promise.all(sources.map((source) => PostalMime.parse(source)));
}

async function signIn(postJson: TestApp["postJson"]): Promise<string> {
  const answer = await postJson("/functions/v1/auth-login", testAdmin);
  expect(answer.status).toBe(200);
  return cookieHeader(answer);
}

/** The cookies an answer sets, as the browser sends them back. */
export function cookieHeader(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
}
