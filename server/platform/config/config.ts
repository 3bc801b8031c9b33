import { join, resolve, sep } from "node:path";

import * as v from "valibot";

import { validDaysMost } from "#domain/deals/quote.ts";
import type { FirmFacts } from "#domain/firm.ts";
import { backupDaysMax } from "#domain/retention.ts";
import { passwordProblem } from "#server/platform/passwords/passwords.ts";

import {
  bankAccount,
  closures,
  databaseUrl,
  inboxUrl,
  mailbox,
  mailUrl,
  oneOf,
  optionalNumber,
  optionalText,
  origin,
  photosUrl,
  proxies,
  secret,
  textLike,
  timeOfDay,
  wholeNumber,
} from "./variables.ts";

/** Everything the environment decides, read once at start. Durations are in milliseconds. */
export type Config = Readonly<ReturnType<typeof configOf>>;
export type Limits = Config["limits"];
export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] };

/** Never throws: all problems come back together, without any secret. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): ConfigResult {
  const given: GivenVariables = {};
  for (const [name, value = ""] of Object.entries(environment)) {
    if (value.trim() !== "") given[name] = value.trim();
  }
  const result = v.safeParse(environmentSchema, given);
  const issues = (result.issues ?? []).map(({ path, message }) => `${String(path?.[0].key)} ${message}`);
  const problems = [...issues, ...combinedProblems(given)];
  if (!result.success || problems.length > 0) return { ok: false, problems };
  return { ok: true, config: Object.freeze(configOf(result.output)) };
}

/** Trimmed values; a variable that is set to nothing is left out. */
type GivenVariables = Record<string, string>;

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];
const limitMax = 1_000_000;

const environmentSchema = v.object({
  NODE_ENV: optionalText,
  TRIAL: v.optional(oneOf(["on", "off"]), "off"),
  HOST: v.optional(v.string(), "127.0.0.1"),
  PORT: wholeNumber(3000, 0, 65_535),
  SITE_ORIGIN: v.optional(origin),
  DATA_DIR: v.optional(v.string(), "var"),
  DATABASE_URL: v.optional(databaseUrl),
  // At least 4: three chores hold one each for as long as they take, and share what is left.
  DATABASE_CONNECTIONS: wholeNumber(10, 4, 200),
  MAIL_URL: v.optional(mailUrl),
  MAIL_CONNECTIONS: wholeNumber(4, 1, 100),
  MAIL_TO: v.optional(textLike(mailbox, "one e-mail address")),
  MAIL_FROM: v.optional(
    textLike(mailbox, "an e-mail address, or Name <address>"),
    "QuadKea <website@quadkea.example>",
  ),
  INBOX_URL: v.optional(inboxUrl),
  INBOX_ADDRESS: v.optional(textLike(mailbox, "one e-mail address")),
  PHOTOS: v.optional(photosUrl),
  UNDO_SECONDS: wholeNumber(10, 0, 600),
  ADMIN_EMAIL: optionalText,
  ADMIN_PASSWORD: optionalText,
  ANON_KEY: secret(16),
  SESSION_SECRET: secret(32),
  LINK_SECRET: secret(32),
  BANK_ACCOUNT: v.optional(bankAccount),
  BANK_ACCOUNT_NAME: optionalText,
  QUOTE_VALID_DAYS: optionalNumber(0, validDaysMost),
  PAY_WITHIN_DAYS: optionalNumber(1, 60),
  INVOICE_START: wholeNumber(1001, 1, 99_999),
  REMINDERS: v.optional(oneOf(["on", "off"])),
  STRIPE_SECRET_KEY: v.optional(textLike(/^(?!pk_|whsec_)\S+$/, "the secret key (sk_… or rk_…)")),
  STRIPE_WEBHOOK_SECRET: v.optional(
    textLike(/^(?![prs]k_)\S+$/, "the signing secret of the webhook (whsec_…)"),
  ),
  STRIPE_API: v.optional(origin),
  TRUST_PROXY: v.optional(proxies, ""),
  ADOPT_AFTER_MINUTES: wholeNumber(15, 0, 1440),
  LIMIT_MAILS_PER_HOUR: wholeNumber(600, 1, limitMax),
  LIMIT_MAIL_RESERVE_PERCENT: wholeNumber(20, 0, 100),
  LIMIT_SUBMISSIONS_PER_ADDRESS: wholeNumber(60, 1, limitMax),
  LIMIT_PROOF_SECONDS: wholeNumber(8, 1, 120),
  LIMIT_LOGIN_FAILURES: wholeNumber(10, 1, 1000),
  CLOSURES: v.optional(closures),
  METRICS_TOKEN: optionalText,
  ANALYTICS_SCRIPT_URL: optionalText,
  ANALYTICS_SITE_ID: optionalText,
  BACKUP_DIR: optionalText,
  BACKUP_KEY: secret(32),
  BACKUP_KEEP_DAYS: wholeNumber(backupDaysMax, 1, backupDaysMax),
  BACKUP_AT: v.optional(textLike(timeOfDay, "a time in New Zealand such as 01:00"), "01:00"),
  LOG_LEVEL: v.optional(oneOf(logLevels), "info"),
});

type Environment = v.InferOutput<typeof environmentSchema>;

function configOf(env: Environment) {
  const dataDir = resolve(env.DATA_DIR);
  const { ANALYTICS_SCRIPT_URL: src, ANALYTICS_SITE_ID: siteId = "" } = env;
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password = "" } = env;
  const inbox = env.INBOX_URL ?? ({ kind: "folder", folder: join(dataDir, "inbox") } as const);
  return {
    production: env.NODE_ENV === "production",
    isTrial: env.TRIAL === "on",
    host: env.HOST,
    port: env.PORT,
    siteOrigin: env.SITE_ORIGIN ?? `http://localhost:${env.PORT}`,
    dataDir,
    database: databaseConfig(env, dataDir),
    mail: env.MAIL_URL ?? ({ kind: "file", folder: join(dataDir, "mail") } as const),
    mailConnections: env.MAIL_CONNECTIONS,
    /** Null for the firm's own address. */
    mailTo: env.MAIL_TO ?? null,
    mailFrom: env.MAIL_FROM,
    inbox,
    photos: env.PHOTOS ?? ({ kind: "folder", folder: join(dataDir, "photos") } as const),
    /** Customers' answers go to this address; null for that of staff mails. */
    replyTo: env.INBOX_ADDRESS ?? (inbox.kind === "imap" ? addressOf(inbox.user) : null),
    /** How long a mail that staff send can be taken back. */
    undoMs: env.UNDO_SECONDS * 1000,
    firstAdmin: email === undefined ? null : { email, password },
    anonKey: env.ANON_KEY ?? null,
    sessionSecret: env.SESSION_SECRET ?? null,
    linkSecret: env.LINK_SECRET ?? null,
    invoiceStart: env.INVOICE_START,
    firm: firmGiven(env),
    cards: cardsOf(env),
    trustProxy: env.TRUST_PROXY,
    adoptAfter: env.ADOPT_AFTER_MINUTES * 60_000,
    limits: limitsOf(env),
    metricsToken: env.METRICS_TOKEN ?? null,
    analytics: src === undefined ? null : { src, siteId },
    logLevel: env.LOG_LEVEL,
    backup: {
      folder: env.BACKUP_DIR === undefined ? null : resolve(env.BACKUP_DIR),
      key: env.BACKUP_KEY ?? null,
      keepDays: env.BACKUP_KEEP_DAYS,
      at: env.BACKUP_AT,
    },
  };
}

function addressOf(user: string): string | null {
  return mailbox.test(user) ? user : null;
}

/** Facts of the firm that the environment decides: they win over what owners set. */
function firmGiven(env: Environment): Partial<FirmFacts> {
  const { BANK_ACCOUNT: bank_account, BANK_ACCOUNT_NAME: bank_account_name } = env;
  const { QUOTE_VALID_DAYS: valid_days, PAY_WITHIN_DAYS: pay_within_days } = env;
  return {
    ...(bank_account !== undefined && bank_account_name !== undefined && { bank_account, bank_account_name }),
    ...(valid_days !== undefined && { valid_days }),
    ...(pay_within_days !== undefined && { pay_within_days }),
    ...(env.REMINDERS !== undefined && { reminders: env.REMINDERS === "on" }),
    ...(env.CLOSURES !== undefined && { closures: env.CLOSURES }),
  };
}

/** Returns null without card payments. `api` is null for the card company's own address. */
function cardsOf(env: Environment) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API: api = null } = env;
  if (secretKey === undefined || webhookSecret === undefined) return null;
  return { secretKey, webhookSecret, api };
}

/** How much one visitor, and all together, may use (design.md section 8.1). Every limit refills evenly. */
function limitsOf(env: Environment) {
  const mailsPerHour = env.LIMIT_MAILS_PER_HOUR;
  return {
    /** In ten minutes, from one network. */
    submissionsPerAddress: env.LIMIT_SUBMISSIONS_PER_ADDRESS,
    mailsPerHour,
    /** How many of these are kept for submissions with a proof of work. */
    mailReserve: Math.floor((mailsPerHour * env.LIMIT_MAIL_RESERVE_PERCENT) / 100),
    /** The longest an ordinary phone needs for a proof of work; the average is half of it. */
    proofSeconds: env.LIMIT_PROOF_SECONDS,
    /** In fifteen minutes, for each account. */
    loginFailures: env.LIMIT_LOGIN_FAILURES,
  };
}

function combinedProblems(given: GivenVariables): string[] {
  const isPostgres = given["DATABASE_URL"]?.startsWith("postgres") === true;
  const { BACKUP_DIR: backups, ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = given;
  const { ANALYTICS_SCRIPT_URL: script, ANALYTICS_SITE_ID: site } = given;
  const hasAdmin = email !== undefined || password !== undefined;
  const refusal = hasAdmin ? passwordProblem(password ?? "", email ?? "") : null;
  const isScript = /^https?:$/.test(URL.parse(script ?? "")?.protocol ?? "");
  const isInside = backups !== undefined && isWithin(resolve(backups), resolve(given["DATA_DIR"] ?? "var"));
  const rules = {
    [`ANON_KEY ${required}`]: isPostgres && given["ANON_KEY"] === undefined,
    [`SESSION_SECRET ${required}`]: isPostgres && given["SESSION_SECRET"] === undefined,
    [`LINK_SECRET ${required}`]: isPostgres && given["LINK_SECRET"] === undefined,
    "BANK_ACCOUNT_NAME must be set together with BANK_ACCOUNT":
      (given["BANK_ACCOUNT"] === undefined) !== (given["BANK_ACCOUNT_NAME"] === undefined),
    "STRIPE_WEBHOOK_SECRET must be set together with STRIPE_SECRET_KEY":
      (given["STRIPE_SECRET_KEY"] === undefined) !== (given["STRIPE_WEBHOOK_SECRET"] === undefined),
    "BACKUP_DIR must be outside DATA_DIR, best on another disk": isInside,
    "BACKUP_DIR is for SQLite: PostgreSQL is backed up by pg_dump (docs/backups.md)":
      isPostgres && backups !== undefined,
    "ADMIN_EMAIL must be an e-mail address": hasAdmin && !mailbox.test(email ?? ""),
    [`ADMIN_PASSWORD is refused. ${refusal ?? ""}`]: refusal !== null,
    "ANALYTICS_SCRIPT_URL must be the http(s) address of a script":
      (script !== undefined || site !== undefined) && !isScript,
    "ANALYTICS_SITE_ID must name the site for ANALYTICS_SCRIPT_URL":
      script !== undefined && site === undefined,
  };
  return Object.entries(rules).flatMap(([problem, isBroken]) => (isBroken ? [problem] : []));
}

/** SQLite installations generate theirs. */
const required = "is required with PostgreSQL, the same for every instance";

function isWithin(folder: string, parent: string): boolean {
  return folder === parent || folder.startsWith(parent + sep);
}

function databaseConfig(
  { DATABASE_URL: database, DATABASE_CONNECTIONS: connections }: Environment,
  dataDir: string,
) {
  if (database?.engine === "postgres") return { ...database, connections };
  return database ?? ({ engine: "sqlite", file: sqliteFileIn(dataDir) } as const);
}

export function sqliteFileIn(dataDir: string): string {
  return join(dataDir, "quadkea.db");
}
