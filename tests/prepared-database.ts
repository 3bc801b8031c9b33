import { argon2Sync, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { TestProject } from "vitest/node";

import { buildApp } from "#server/app.ts";
import { type Config, readConfig } from "#server/platform/config/config.ts";
import { createLog } from "#server/platform/observability/log.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** An SQLite file with what every installation begins with. */
    preparedFile: string;
  }
}

export const testAdmin = { email: "staff@quadkea.example", password: "a password for tests" };

const metricsToken = "metrics-token-for-tests";
/** What the operator sends for /metrics, and for the details of /readyz. */
export const asOperator = { headers: { authorization: `Bearer ${metricsToken}` } };

/** The configuration that these variables make, unless something else is said. */
export function testConfig(environment: Readonly<Record<string, string>>): Config {
  const admin = { ADMIN_EMAIL: testAdmin.email, ADMIN_PASSWORD: testAdmin.password };
  const site = { SITE_ORIGIN: "https://quadkea.example", METRICS_TOKEN: metricsToken };
  const result = readConfig({ ...admin, ...site, ...environment });
  if (!result.ok) throw new Error(result.problems.join("\n"));
  return result.config;
}

// Before the clock of any test.
const preparedAt = new Date("2020-01-01T00:00:00Z");

/**
 * Starts the app once over an empty database and closes it again: what is left is the schema and the first
 * admin. Tests begin with a copy of it.
 */
export async function prepareDatabase(environment: Readonly<Record<string, string>>): Promise<void> {
  const log = createLog("silent");
  const app = await buildApp({
    config: testConfig(environment),
    log,
    siteFolder: null,
    now: () => preparedAt,
  });
  const password_hash = cheapHash(testAdmin.password);
  await app.services.database.write(async (tx) => {
    await tx.deleteFrom("secret_fingerprints").execute(); // Each copy gets secrets of its own,
    await tx.deleteFrom("installation").where("name", "=", "place").execute(); // and is a shop.
    await tx.updateTable("users").set({ password_hash }).execute();
  });
  await app.close();
}

/** A thousand tests sign in: with a hash as users get it, each time costs 30 ms of a processor. */
export function cheapHash(password: string): string {
  const nonce = randomBytes(16);
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const tag = argon2Sync("argon2id", { message: password, nonce, tagLength: 32, ...cost });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString("base64").replaceAll("=", ""));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${hash}`;
}

/** One prepared SQLite file for the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "quadkea-prepared-"));
  await prepareDatabase({ DATA_DIR: folder });
  project.provide("preparedFile", join(folder, "quadkea.db"));
  return () => rm(folder, { recursive: true });
}
