import { isIP } from "node:net";
import { join, resolve } from "node:path";

import { business } from "#domain/business.ts";
import type { Closure } from "#domain/closure.ts";
import { passwordProblem } from "#server/platform/passwords/password-policy.ts";

import { type BackupConfig, readBackup } from "./backup-config.ts";
import { type Environment, EnvironmentReader, isTimeOfDay } from "./environment-reader.ts";
import { readClosures } from "./read-closures.ts";

/** Where an installation without DATABASE_URL keeps its database. */
export function sqliteFileIn(dataDir: string): string {
  return join(dataDir, "quadkea.db");
}

/** Everything the environment decides, read once at start. Durations are in milliseconds. */
export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly port: number;
  readonly siteOrigin: string;
  readonly dataDir: string;
  readonly database:
    | { engine: "sqlite"; file: string }
    | { engine: "postgres"; url: string; connections: number };
  readonly mail: { kind: "file"; folder: string } | { kind: "smtp"; url: URL };
  /** How many connections to the mail server may be open at once. */
  readonly mailConnections: number;
  readonly mailTo: string;
  readonly mailFrom: string;
  /** When the daily self-test of the mail path is due in New Zealand, such as "07:30"; null: not at all. */
  readonly mailSelfTest: string | null;
  readonly firstAdmin: { email: string; password: string } | null;
  readonly anonKey: string | null;
  readonly sessionSecret: string | null;
  readonly trustProxy: readonly string[];
  readonly adoptAfter: number;
  readonly limits: Limits;
  readonly closures: readonly Closure[];
  readonly metricsToken: string | null;
  /** Script and site of a self-hosted visitor count. */
  readonly analytics: { readonly src: string; readonly siteId: string } | null;
  readonly logLevel: string;
  readonly backup: BackupConfig;
}

/** How much one visitor, and all together, may ask for (design.md section 8.1). Every limit refills evenly. */
export interface Limits {
  /** In ten minutes. */
  readonly submissionsPerAddress: number;
  /** In an hour, for each e-mail address that is typed. */
  readonly submissionsPerEmail: number;
  readonly mailsPerHour: number;
  /** How many of these are kept for submissions with a proof of work. */
  readonly mailReserve: number;
  /** How long an ordinary phone needs at most for the hardest proof of work; on average half of that. */
  readonly proofSeconds: number;
  readonly loginFailures: number;
}

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] };

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];
const minuteMs = 60_000;
const secretMinLength = 32;
const limitAtMost = 1_000_000;

/** Reads and checks the environment. Never throws: all problems come back together. */
export function readConfig(environment: Environment): ConfigResult {
  const reader = new EnvironmentReader(environment);
  const port = reader.wholeNumber("PORT", 3000, 0, 65_535);
  const dataDir = resolve(reader.optional("DATA_DIR") ?? "var");
  const database = readDatabase(reader, dataDir);
  const config: Config = {
    production: environment["NODE_ENV"] === "production",
    host: reader.optional("HOST") ?? "127.0.0.1",
    port,
    siteOrigin: readOrigin(reader, port),
    dataDir,
    database,
    mail: readMail(reader, dataDir),
    mailConnections: reader.wholeNumber("MAIL_CONNECTIONS", 4, 1, 100),
    mailTo: reader.text("MAIL_TO", business.email, isMailbox, "one e-mail address"),
    mailFrom: reader.text("MAIL_FROM", business.mailFrom, isMailbox, "an e-mail address, or Name <address>"),
    mailSelfTest: readSelfTest(reader),
    firstAdmin: readFirstAdmin(reader),
    anonKey: readSecret(reader, "ANON_KEY", database.engine, 16),
    sessionSecret: readSecret(reader, "SESSION_SECRET", database.engine, secretMinLength),
    trustProxy: readTrustProxy(reader),
    adoptAfter: reader.wholeNumber("ADOPT_AFTER_MINUTES", 15, 0, 1440) * minuteMs,
    limits: readLimits(reader),
    closures: readOwnClosures(reader),
    metricsToken: reader.optional("METRICS_TOKEN"),
    analytics: readAnalytics(reader),
    backup: readBackup(reader, dataDir, database.engine),
    logLevel: reader.text("LOG_LEVEL", "info", (level) => logLevels.includes(level), logLevels.join(", ")),
  };
  if (reader.problems.length > 0) return { ok: false, problems: reader.problems };
  return { ok: true, config: Object.freeze(config) };
}

function readLimits(reader: EnvironmentReader): Limits {
  const mailsPerHour = reader.wholeNumber("LIMIT_MAILS_PER_HOUR", 600, 1, limitAtMost);
  // However large the budget, one typed address does not use up more than a tenth of it.
  const perEmail = Math.max(20, Math.floor(mailsPerHour / 10));
  const reservePercent = reader.wholeNumber("LIMIT_MAIL_RESERVE_PERCENT", 20, 0, 100);
  return {
    submissionsPerAddress: reader.wholeNumber("LIMIT_SUBMISSIONS_PER_ADDRESS", 60, 1, limitAtMost),
    submissionsPerEmail: reader.wholeNumber("LIMIT_SUBMISSIONS_PER_EMAIL", perEmail, 1, limitAtMost),
    mailsPerHour,
    mailReserve: Math.floor((mailsPerHour * reservePercent) / 100),
    proofSeconds: reader.wholeNumber("LIMIT_PROOF_SECONDS", 20, 1, 120),
    loginFailures: reader.wholeNumber("LIMIT_LOGIN_FAILURES", 10, 1, 1000),
  };
}

function readOrigin(reader: EnvironmentReader, port: number): string {
  const isOrigin = (url: URL) => /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  const expected = "an origin such as https://www.example.co.nz, without a path";
  return reader.url("SITE_ORIGIN", `http://localhost:${port}`, isOrigin, expected)?.origin ?? "";
}

function readDatabase(reader: EnvironmentReader, dataDir: string): Config["database"] {
  const value = reader.optional("DATABASE_URL");
  if (value === null) return { engine: "sqlite", file: sqliteFileIn(dataDir) };
  if (value.startsWith("sqlite:") && value.length > 7)
    return { engine: "sqlite", file: resolve(value.slice(7)) };
  // Chores hold one connection for as long as they take; the rest must go on.
  const connections = reader.wholeNumber("DATABASE_CONNECTIONS", 10, 3, 200);
  if (/^postgres(ql)?:\/\/./.test(value) && URL.canParse(value))
    return { engine: "postgres", url: value, connections };
  reader.problems.push("DATABASE_URL must be sqlite:<file> or postgres://user:password@host:port/database");
  return { engine: "sqlite", file: "" };
}

function readMail(reader: EnvironmentReader, dataDir: string): Config["mail"] {
  const value = reader.optional("MAIL_URL");
  if (value === null) return { kind: "file", folder: join(dataDir, "mail") };
  if (value.startsWith("file:") && value.length > 5) {
    return { kind: "file", folder: resolve(value.slice(5).replace(/^\/\/(?=\/)/, "")) };
  }
  const url = URL.parse(value);
  if (url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== "" && isDecodable(url)) {
    return { kind: "smtp", url };
  }
  reader.problems.push("MAIL_URL must be file:<folder> or smtp(s)://user:password@host:port");
  return { kind: "file", folder: "" };
}

/** User and password may hold percent-encoded characters, and no other percent sign. */
function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

const dailySelfTest = "07:30";

function readSelfTest(reader: EnvironmentReader): string | null {
  const value = reader.optional("MAIL_SELF_TEST");
  if (value === null || value === "off") return null;
  if (value === "daily") return dailySelfTest;
  if (!isTimeOfDay(value)) {
    reader.problems.push("MAIL_SELF_TEST must be off, daily, or a time in New Zealand such as 07:30");
  }
  return value;
}

function readFirstAdmin(reader: EnvironmentReader): Config["firstAdmin"] {
  const email = reader.optional("ADMIN_EMAIL");
  const password = reader.optional("ADMIN_PASSWORD");
  if (email === null && password === null) return null;
  if (email === null || !isMailbox(email)) reader.problems.push("ADMIN_EMAIL must be an e-mail address");
  const problem = passwordProblem(password ?? "", email ?? "");
  if (problem !== null) reader.problems.push(`ADMIN_PASSWORD is refused. ${problem}`);
  return { email: email ?? "", password: password ?? "" };
}

/** The embedded database generates its secrets; several instances must be given the same ones. */
function readSecret(
  reader: EnvironmentReader,
  name: string,
  engine: string,
  minLength: number,
): string | null {
  const value = reader.optional(name);
  if (value === null && engine === "postgres") {
    reader.problems.push(`${name} is required with PostgreSQL, the same for every instance`);
  }
  if (value !== null && value.length < minLength) {
    reader.problems.push(`${name} must have at least ${minLength} characters`);
  }
  return value;
}

function readAnalytics(reader: EnvironmentReader): Config["analytics"] {
  const src = reader.optional("ANALYTICS_SCRIPT_URL");
  const siteId = reader.optional("ANALYTICS_SITE_ID");
  if (src === null && siteId === null) return null;
  if (src === null || !/^https?:$/.test(URL.parse(src)?.protocol ?? "")) {
    reader.problems.push("ANALYTICS_SCRIPT_URL must be the http(s) address of a script");
  }
  if (siteId === null) reader.problems.push("ANALYTICS_SITE_ID must name the site for ANALYTICS_SCRIPT_URL");
  return { src: src ?? "", siteId: siteId ?? "" };
}

function readOwnClosures(reader: EnvironmentReader): Closure[] {
  const { closures, wrong } = readClosures(reader.optional("CLOSURES") ?? "");
  for (const entry of wrong) {
    const expected = "2026-12-24..2027-01-04:Summer break, or one date, at most a year and 40 characters";
    reader.problems.push(`CLOSURES has "${entry.slice(0, 60)}", which is not like ${expected}`);
  }
  return closures;
}

function readTrustProxy(reader: EnvironmentReader): string[] {
  const hops = (reader.optional("TRUST_PROXY") ?? "").split(",").map((hop) => hop.trim());
  const given = hops.filter((hop) => hop !== "");
  if (!given.every(isHop)) {
    reader.problems.push("TRUST_PROXY must list addresses or CIDR ranges, or be loopback");
  }
  return given;
}

function isHop(hop: string): boolean {
  if (hop === "loopback") return true;
  const [address = "", bits, ...rest] = hop.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const mailbox = /^(?:[^<>@\p{Cc}]*<[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u;

function isMailbox(value: string): boolean {
  return mailbox.test(value);
}
