import { join, resolve } from "node:path";

import { expect, test } from "vitest";

import { deriveKeys } from "#server/platform/secrets/keyed-hash.ts";
import { mailSettings } from "#server/services/mail/create-mailer.ts";

import { readConfig } from "./config.ts";

test("without any variable the server runs on one machine: SQLite, mail into a folder, loopback", () => {
  const result = readConfig({});
  expect(result).toMatchObject({
    ok: true,
    config: {
      host: "127.0.0.1",
      port: 3000,
      siteOrigin: "http://localhost:3000",
      database: { engine: "sqlite", file: join(resolve("var"), "quadkea.db") },
      mail: { kind: "file", folder: join(resolve("var"), "mail") },
      mailConnections: 4,
      inbox: { kind: "folder", folder: join(resolve("var"), "inbox") },
      trustProxy: [],
      limits: {
        submissionsPerAddress: 60,
        mailsPerHour: 600,
        mailReserve: 120,
        proofSeconds: 8,
        loginFailures: 10,
      },
    },
  });
});

test("all wrong variables are reported together", () => {
  const result = readConfig({
    PORT: "99999",
    DATABASE_URL: "mysql://x",
    DATABASE_CONNECTIONS: "2",
    MAIL_URL: "carrier-pigeon",
    MAIL_CONNECTIONS: "0",
    INBOX_URL: "pop3://user:password@mail.example",
    INBOX_ADDRESS: "a@b.nz, c@d.nz",
    MAIL_TO: "a@b.nz, c@d.nz",
    BACKUP_DIR: "var/backups",
    BANK_ACCOUNT: "12-3456-0123456-00",
    BANK_ACCOUNT_NAME: "QuadKea Example Limited",
    BACKUP_AT: "1 am",
    BACKUP_KEEP_DAYS: "36",
    BACKUP_KEY: "short",
    SITE_ORIGIN: "quadkea.example/path",
    TRUST_PROXY: "10.0.0.0/33",
    ADMIN_EMAIL: "owner@quadkea.example",
    ADMIN_PASSWORD: "short",
    LIMIT_MAILS_PER_HOUR: "-1",
    LIMIT_MAIL_RESERVE_PERCENT: "101",
    CLOSURES: "2026-12-24..2027-01-04:Summer break; 2027-02-30:Stocktake",
    LOG_LEVEL: "loud",
  });
  const problems = result.ok ? [] : result.problems.map((problem) => problem.split(" ")[0]);
  expect(problems.toSorted()).toEqual([
    "ADMIN_PASSWORD",
    "BACKUP_AT",
    "BACKUP_DIR",
    "BACKUP_KEEP_DAYS",
    "BACKUP_KEY",
    "BANK_ACCOUNT",
    "CLOSURES",
    "DATABASE_CONNECTIONS",
    "DATABASE_URL",
    "INBOX_ADDRESS",
    "INBOX_URL",
    "LIMIT_MAILS_PER_HOUR",
    "LIMIT_MAIL_RESERVE_PERCENT",
    "LOG_LEVEL",
    "MAIL_CONNECTIONS",
    "MAIL_TO",
    "MAIL_URL",
    "PORT",
    "SITE_ORIGIN",
    "TRUST_PROXY",
  ]);
});

test("a mail password may be percent-encoded; a percent sign alone is reported", () => {
  const mailUrl = (password: string) => readConfig({ MAIL_URL: `smtp://user:${password}@mail.example` }).ok;
  expect([mailUrl("50%25off"), mailUrl("50%off")]).toEqual([true, false]);
});

test("an IMAP mailbox needs a user and a password; plain IMAP to another machine stops the start", () => {
  const inbox = (url: string) => {
    const result = readConfig({ INBOX_URL: url });
    return result.ok ? result.config.inbox : result.problems[0];
  };
  const given = { kind: "imap", user: "sales@example.nz", password: "a:b", path: "INBOX" };
  const imaps = { ...given, host: "mail.example", port: 993, security: "imaps" };
  expect(inbox("imaps://sales%40example.nz:a%3Ab@mail.example")).toEqual(imaps);
  expect(inbox("imap+starttls://u:p@mail.example:1143/Quotes/In")).toMatchObject({
    port: 1143,
    path: "Quotes/In",
    security: "imap+starttls",
  });
  expect(inbox("imap://u:p@[::1]/INBOX")).toMatchObject({ host: "::1", port: 143, security: "imap" });
  expect(inbox("imap://u:hunter2@mail.example/INBOX")).toMatch(
    /^INBOX_URL must begin with imaps:.*in clear$/,
  );
  expect(inbox("imaps://mail.example/INBOX")).toContain("imaps://user:password@host/INBOX");
});

test("customers answer to INBOX_ADDRESS, else to the IMAP user if it is an address, else to where staff mails go", () => {
  const replyTo = (environment: Record<string, string>) => {
    const result = readConfig({ MAIL_TO: "sales@example.nz", ...environment });
    return result.ok ? mailSettings(result.config, deriveKeys("a secret")).replyTo : result.problems;
  };
  const INBOX_URL = "imaps://in%40example.nz:p@mail.example/INBOX";
  expect(replyTo({ INBOX_URL, INBOX_ADDRESS: "quotes@example.nz" })).toBe("quotes@example.nz");
  expect(replyTo({ INBOX_URL })).toBe("in@example.nz");
  expect(replyTo({ INBOX_URL: "imaps://in:p@mail.example" })).toBe("sales@example.nz");
  expect(replyTo({})).toBe("sales@example.nz");
});

test("PostgreSQL requires the keys that instances share", () => {
  const result = readConfig({ DATABASE_URL: "postgres://user:secret@db.example/quadkea" });
  expect(result).toMatchObject({
    ok: false,
    problems: ["ANON_KEY", "SESSION_SECRET", "LINK_SECRET"].map((name) => expect.stringContaining(name)),
  });
});

test("closures are days with a reason, the last day included", () => {
  const result = readConfig({
    CLOSURES: "2026-12-24..2027-01-04:Summer break; 2027-03-01: Stocktake: all hands;",
  });
  expect(result).toMatchObject({
    ok: true,
    config: {
      firm: {
        closures: [
          { from: "2026-12-24", to: "2027-01-04", words: "Summer break" },
          { from: "2027-03-01", to: "2027-03-01", words: "Stocktake: all hands" },
        ],
      },
    },
  });
});

test.for([
  "2027-03-01",
  "2027-03-01:",
  "2027-03-01: ",
  "1 March:Stocktake",
  "2027-02-29:No such day",
  "2027-01-04..2026-12-24:Backwards",
  "2026-01-01..2027-01-02:More than a year",
  "2027-03-01:Line\u2028break",
  `2027-03-01:${"long ".repeat(9)}`,
])("%j is refused as a closure, and the problem shows a valid one", (entry) => {
  const result = readConfig({ CLOSURES: `2026-12-28:Fine;${entry}` });
  expect(result).toMatchObject({ ok: false, problems: [expect.stringContaining("2027-01-04:Summer break")] });
});

test("no problem contains a secret", () => {
  const result = readConfig({
    SESSION_SECRET: "hunter2",
    ADMIN_PASSWORD: "hunter2",
    MAIL_URL: "http://u:hunter2@x",
  });
  expect(result.ok).toBe(false);
  expect(JSON.stringify(result)).not.toContain("hunter2");
});
