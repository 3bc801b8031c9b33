import { parseArgs, type ParseArgsConfig } from "node:util";

import { type Config, readConfig } from "#server/platform/config/config.ts";
import type { CommandDatabase } from "#server/platform/database/database.ts";
import { openForCommand } from "#server/platform/database/open-database.ts";
import { keepFilesPrivate } from "#server/platform/files/private-files.ts";
import { installationSecrets } from "#server/platform/secrets/installation-secrets.ts";
import { deriveKeys, type Keys } from "#server/platform/secrets/keyed-hash.ts";

export class CommandFailed extends Error {}

export interface CommandContext {
  readonly database: CommandDatabase;
  readonly keys: Keys;
  readonly now: () => Date;
}

/** Throws CommandFailed with the usage for an option that does not exist, such as --help. */
export function readArguments<Options extends ParseArgsConfig>(usage: string, options: Options) {
  try {
    return parseArgs(options);
  } catch {
    throw new CommandFailed(usage);
  }
}

export async function runCommand(work: (config: Config) => Promise<string>): Promise<void> {
  keepFilesPrivate();
  const result = readConfig(process.env);
  if (!result.ok) return fail(result.problems.join("\n"));
  try {
    console.log(await work(result.config));
  } catch (error) {
    fail(problemOf(error));
  }
}

/** Runs `work` on the configured database, which the server may have open too. */
export async function withDatabase(
  config: Config,
  work: (context: CommandContext) => Promise<string>,
): Promise<string> {
  const database = openForCommand(config.database);
  try {
    const keys = deriveKeys(installationSecrets(config).sessionSecret);
    return await work({ database, keys, now: () => new Date() });
  } finally {
    await database.close();
  }
}

function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/no such (?:table|column)|does not exist|unable to open/.test(message)) {
    return "There is no database yet, or an older one: run npm start once first.";
  }
  return message;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
