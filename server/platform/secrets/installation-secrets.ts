import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import * as v from "valibot";

import type { Config } from "#server/platform/config/config.ts";
import { hasCode, syncFolder } from "#server/platform/files/files.ts";

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
