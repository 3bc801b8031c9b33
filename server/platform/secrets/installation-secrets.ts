import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import * as v from "valibot";

import type { Config } from "#server/platform/config/config.ts";
import type { CommandDatabase } from "#server/platform/database/database.ts";
import { hasCode, syncFolder } from "#server/platform/files/files.ts";

import type { Keys } from "./keyed-hash.ts";

export interface Secrets {
  readonly anonKey: string; // Public: it distinguishes requests of our own pages.
  readonly sessionSecret: string;
  readonly linkSecret: string; // Never changes: the links of deals depend on it (deals.md 1.1).
}

export const secretsFile = "secrets.json";

const secretsSchema = v.object({
  anonKey: v.string(),
  sessionSecret: v.string(),
  linkSecret: v.string(),
});

/** From the environment, or else generated into DATA_DIR on the first start. */
export function installationSecrets(config: Config): Secrets {
  const { anonKey, sessionSecret, linkSecret } = config;
  if (anonKey !== null && sessionSecret !== null && linkSecret !== null)
    return { anonKey, sessionSecret, linkSecret };
  const generated = generatedSecrets(config.dataDir);
  return {
    anonKey: anonKey ?? generated.anonKey,
    sessionSecret: sessionSecret ?? generated.sessionSecret,
    linkSecret: linkSecret ?? generated.linkSecret,
  };
}

function generatedSecrets(dataDir: string): Secrets {
  const file = join(dataDir, secretsFile);
  const fresh = { anonKey: newKey(24), sessionSecret: newKey(32), linkSecret: newKey(32) };
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, JSON.stringify(fresh), { mode: 0o600, flag: "wx", flush: true });
    syncFolder(dataDir);
    return fresh;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
  return v.parse(secretsSchema, JSON.parse(readFileSync(file, "utf8")));
}

function newKey(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}

/** The links that customers have, and the buyers on invoices, were made with another secret. */
export class OtherSecret extends Error {
  override readonly name = "OtherSecret";
}

const name = "LINK_SECRET";

/**
 * Compares LINK_SECRET with its fingerprint in the database, which the first start stores. Throws `OtherSecret`.
 * SESSION_SECRET has none: it may be changed (docs/operate.md).
 */
export async function checkLinkSecret(database: CommandDatabase, linkKeys: Keys): Promise<void> {
  const fingerprint = linkKeys.hash("fingerprint", name);
  const read = () =>
    database.reader
      .selectFrom("secret_fingerprints")
      .select("fingerprint")
      .where("name", "=", name)
      .executeTakeFirst();
  if ((await read()) === undefined) {
    await database.write((tx) =>
      tx
        .insertInto("secret_fingerprints")
        .values({ name, fingerprint })
        .onConflict((known) => known.doNothing())
        .execute(),
    );
  }
  if ((await read())?.fingerprint === fingerprint) return;
  throw new OtherSecret(
    "LINK_SECRET is not the one this database was made with: the links that customers have would not open, and buyers on invoices could not be read. Put the old secret back: in the environment, or as secrets.json of the old DATA_DIR or of a backup. If it is lost or has leaked, accept the new one: npm run admin -- accept-link-secret",
  );
}

/** The next start stores the fingerprint of the secret that it finds. */
export async function forgetLinkSecret(database: CommandDatabase): Promise<void> {
  await database.write((tx) => tx.deleteFrom("secret_fingerprints").where("name", "=", name).execute());
}
