import { expect, test } from "vitest";

import { exampleFacts, firmOf, setFirm } from "#domain/firm.ts";
import type { Notice } from "#domain/notice.ts";
import { buildTestApp, type TestApp } from "#tests/build-test-app.ts";
import { rawRequest } from "#tests/raw-request.ts";

import { readConfig } from "./platform/config/config.ts";
import { settingsNotices } from "./settings-notices.ts";

/** Settings that cause notices in production. */
function warnedOf(environment: Record<string, string>): string[] {
  return noticesFor(environment).map(({ id }) => id);
}

function noticesFor(environment: Record<string, string>): Notice[] {
  const result = readConfig({ ...environment, NODE_ENV: environment["NODE_ENV"] ?? "production" });
  if (!result.ok) throw new Error(result.problems.join("\n"));
  setFirm(firmOf({ ...exampleFacts, ...result.config.firm }));
  return settingsNotices(result.config);
}

const mail = { MAIL_URL: "smtps://user:password@mail.example:465" };
const backups = { BACKUP_DIR: "/var/backups/quadkea", BACKUP_KEY: `${"k".repeat(43)}=` };
const secrets = {
  ANON_KEY: "a".repeat(16),
  SESSION_SECRET: "s".repeat(32),
  LINK_SECRET: "l".repeat(32),
  PHOTOS: "s3://key:secret@photos.example.nz/quadkea",
};

const accountOf = (BANK_ACCOUNT: string) => ({ BANK_ACCOUNT, BANK_ACCOUNT_NAME: "QuadKea Example Limited" });

test.for<[settings: string, environment: Record<string, string>, warned: string[]]>([
  ["nothing", {}, ["mail-folder", "no-backups"]],
  ["nothing, on a developer's machine", { NODE_ENV: "" }, []],
  ["a mail folder by name", { ...backups, MAIL_URL: "file:/var/mail/quadkea" }, ["mail-folder"]],
  ["backups without a key", { ...mail, BACKUP_DIR: "/var/backups/quadkea" }, ["open-backups"]],
  ["mail and encrypted backups", { ...mail, ...backups }, []],
  ["an account", { ...mail, ...backups, ...accountOf("12-3456-0123459-00") }, []],
  ["a branch nobody knows", { ...mail, ...backups, ...accountOf("12-9999-1000000-00") }, ["unknown-branch"]],
  [
    "a database on another network, in the clear",
    { ...mail, ...secrets, DATABASE_URL: "postgres://u:p@db.example.nz/quadkea" },
    ["open-database-connection"],
  ],
  [
    "a database on another network, with TLS that is not verified",
    { ...mail, ...secrets, DATABASE_URL: "postgres://u:p@db.example.nz/q?sslmode=require" },
    ["open-database-connection"],
  ],
  [
    "a database on another network, with TLS",
    { ...mail, ...secrets, DATABASE_URL: "postgres://u:p@db.example.nz/q?sslmode=verify-full" },
    [],
  ],
  [
    "a database that several servers can share, and photos that they can't",
    { ...mail, ...secrets, PHOTOS: "", DATABASE_URL: "postgres://u:p@postgres:5432/quadkea" },
    ["photo-folder"],
  ],
  [
    "a database next to the server",
    { ...mail, ...secrets, DATABASE_URL: "postgres://u:p@postgres:5432/quadkea" },
    [],
  ],
])("production with %s gets exactly that notice", ([, environment, warned]) => {
  expect(warnedOf(environment)).toEqual(warned);
});

test.for([
  ["localhost", true],
  ["postgres:5432", true],
  ["127.0.0.1", true],
  ["10.1.2.3", true],
  ["172.31.0.1", true],
  ["192.168.0.9:5432", true],
  ["[::1]", true],
  ["[fd12::1]:5432", true],
  ["[2001:db8::1]", false],
  ["[::ffff:198.51.100.7]", false],
  ["198.51.100.7", false],
  ["172.32.0.1", false],
  ["10.example.com", false],
  ["127.0.0.1.example.com", false],
  ["localhost.example.com", false],
] as const)("a connection in the clear to the database at %s is without a notice: %s", ([host, isQuiet]) => {
  const environment = { ...mail, ...secrets, DATABASE_URL: `postgres://u:p@${host}/q` };
  expect(warnedOf(environment)).toEqual(isQuiet ? [] : ["open-database-connection"]);
});

test("the advice for a remote database names the certificates too, which pg_dump looks for elsewhere", () => {
  const environment = { ...mail, ...secrets, DATABASE_URL: "postgres://u:p@db.example.nz/q" };
  const notice = noticesFor(environment).find(({ id }) => id === "open-database-connection");
  expect(notice?.words).toContain(
    "sslmode=verify-full&sslrootcert=/etc/ssl/certs/ca-certificates.crt to DATABASE_URL",
  );
});

async function noticesOf(app: TestApp): Promise<string[]> {
  const response = await app.fetch("/functions/v1/notices", { headers: { cookie: await app.signIn() } });
  const { notices }: { notices: { id: string }[] } = await response.json();
  return notices.map(({ id }) => id);
}

test("the desk shows notices about settings, dangers first", async () => {
  const app = await buildTestApp({ environment: { NODE_ENV: "production" } });
  expect(await noticesOf(app)).toEqual(["mail-folder", "no-backups", "ready"]);
});

const warning = "requests come through a proxy, and all count as one visitor";

test("visitors behind an untrusted proxy: logged once, shown in the desk until fixed", async () => {
  const environment = { NODE_ENV: "production" };
  const app = await buildTestApp({ environment, expectedWarnings: [warning] });
  expect(await noticesOf(app)).not.toContain("untrusted-proxy");
  const forwarded = { headers: { "x-forwarded-for": "198.51.100.7" } };
  for (const path of ["/healthz", "/config.json"]) await app.fetch(path, forwarded);
  expect(await noticesOf(app)).toContain("untrusted-proxy");
  expect(app.logLines.filter(({ msg }) => msg === warning)).toHaveLength(1);
  expect(JSON.stringify(app.logLines)).not.toContain("198.51.100.7");
  const trusting = await app.restart({ TRUST_PROXY: "loopback" });
  await trusting.fetch("/healthz", forwarded);
  expect(await noticesOf(trusting)).not.toContain("untrusted-proxy");
});

test("a proxy that names no visitor is noticed by the site's own pages, even if it is trusted", async () => {
  const headers = { referer: "https://www.quadkea.example/contact" };
  const environment = {
    NODE_ENV: "production",
    SITE_ORIGIN: "https://www.quadkea.example",
    TRUST_PROXY: "loopback",
  };
  const app = await buildTestApp({ environment, expectedWarnings: [warning] });
  await rawRequest(app, "/healthz", { headers: { "x-forwarded-for": "198.51.100.7", ...headers } });
  expect(await noticesOf(app)).not.toContain("untrusted-proxy");
  await rawRequest(app, "/healthz", { headers });
  expect(await noticesOf(app)).toContain("untrusted-proxy");
});
