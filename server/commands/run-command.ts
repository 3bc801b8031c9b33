import { parseArgs, type ParseArgsConfig } from "node:util";

import { type Config, readConfig } from "#server/platform/config/config.ts";
import { type CommandDatabase, DatabaseUnavailable } from "#server/platform/database/database.ts";
import { openForCommand } from "#server/platform/database/open-database.ts";
import { keepFilesPrivate } from "#server/platform/files/files.ts";
import { problemText } from "#server/platform/observability/problem-text.ts";
import { installationSecrets, type Secrets } from "#server/platform/secrets/installation-secrets.ts";
import { deriveKeys, type Keys } from "#server/platform/secrets/keyed-hash.ts";
import { loadFirm } from "#server/services/firm/stored-firm.ts";
import { mailSettings } from "#server/services/mail/create-mailer.ts";
import type { MailSettings } from "#server/services/mail/mail.ts";

export class CommandFailed extends Error {}

export interface CommandContext {
  readonly database: CommandDatabase;
  readonly secrets: Secrets;
  readonly keys: Keys;
  readonly mail: MailSettings; // Queued mails leave when the server runs.
  readonly now: () => Date;
}

type CommandOptions = NonNullable<ParseArgsConfig["options"]>;

interface ParsedCommand<Known extends CommandOptions> {
  readonly config: Config;
  readonly words: readonly string[];
  readonly values: ReturnType<
    typeof parseArgs<{ readonly options: Known; readonly allowPositionals: true }>
  >["values"];
}

/** Prints what the command returns, if anything, or why it failed; the usage for an option that does not exist. */
export async function runCommand<const Known extends CommandOptions>(
  usage: string,
  options: Known,
  work: (command: ParsedCommand<Known>) => Promise<string | void>,
  describe: (error: unknown) => string = commandProblem,
): Promise<void> {
  keepFilesPrivate();
  try {
    const text = await work({ ...readWords(usage, options), config: readEnvironment() });
    if (typeof text === "string") console.log(text);
  } catch (error) {
    console.error(describe(error));
    process.exitCode = 1;
  }
}

function readWords<const Known extends CommandOptions>(usage: string, options: Known) {
  try {
    const { values, positionals: words } = parseArgs({ options, allowPositionals: true });
    return { values, words };
  } catch {
    throw new CommandFailed(usage);
  }
}

function readEnvironment(): Config {
  const result = readConfig(process.env);
  if (!result.ok) throw new CommandFailed(result.problems.join("\n"));
  return result.config;
}

/** Runs `work` on the configured database, which the server may have open too. */
export async function withDatabase<Result>(
  config: Config,
  work: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  const database = await openForCommand(config.database);
  try {
    const secrets = installationSecrets(config);
    const keys = deriveKeys(secrets.sessionSecret);
    const mail = mailSettings(config, deriveKeys(secrets.linkSecret));
    const now = () => new Date();
    await loadFirm(database.reader, config.firm, now);
    return await work({ database, secrets, keys, mail, now });
  } finally {
    await database.close();
  }
}

export function commandProblem(error: unknown): string {
  const message = problemText(error);
  if (error instanceof DatabaseUnavailable) return message;
  if (/no such (?:table|column)|does not exist|unable to open/.test(message)) {
    return "There is no database yet, or an older one: run npm start once first. If it was lost, restore a backup.";
  }
  return message;
}
