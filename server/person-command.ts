import { parseArgs } from "node:util";

import type { AuditEvent } from "#domain/audit.ts";
import { submissions } from "#domain/submissions.ts";

import { recordEvent } from "./audit/audit-log.ts";
import { type Config, readConfig } from "./config.ts";
import { type DatabaseBeside, openBeside } from "./database/open-database.ts";
import { installationSecrets } from "./operations/installation-secrets.ts";
import { deriveKeys, type Keys } from "./operations/keyed-hash.ts";
import { type Erasure, erasePerson, heldDataOf } from "./retention/person.ts";

const usage = `Answer a person who asks what we hold, or asks us to erase it. The server may run meanwhile.

  npm run -s person -- export <e-mail>            all that is held, as JSON
  npm run -s person -- erase <e-mail> [--orders]  erases it; what led to an order only with --orders

Mails in the staff mailbox are out of reach, and backups keep what is erased until they are pruned.`;

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { orders: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const [action = "", email = ""] = positionals;
  const result = readConfig(process.env);
  if (!result.ok) return fail(result.problems.join("\n"));
  if (!email.includes("@") || !["export", "erase"].includes(action)) return fail(usage);
  const { config } = result;
  try {
    const keys = deriveKeys(installationSecrets(config).sessionSecret);
    const work = action === "export" ? exportAll : erase(config, values.orders);
    const database = openBeside(config.database);
    try {
      console.log(await work(database, keys, email));
    } finally {
      await database.close();
    }
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  }
}

async function exportAll(database: DatabaseBeside, keys: Keys, email: string): Promise<string> {
  const { records, waiting } = await heldDataOf(database.reader, keys, email);
  await writeDown(database, keys, { event: "person-exported", actor: "command-line" });
  return JSON.stringify({ email, ...records, not_yet_stored: waiting }, null, 2);
}

function erase({ mail }: Config, orders: boolean) {
  return async (database: DatabaseBeside, keys: Keys, email: string): Promise<string> => {
    const mailFolder = mail.kind === "file" ? mail.folder : null;
    const erasure = await erasePerson(database.reader, keys, email, { mailFolder, orders });
    const count = submissions.reduce((sum, { table }) => sum + (erasure.erased[table] ?? 0), 0);
    await writeDown(database, keys, { event: "person-erased", actor: "command-line", count });
    await database.scrub();
    return report(erasure);
  };
}

function writeDown(database: DatabaseBeside, keys: Keys, event: AuditEvent): Promise<void> {
  return database.write((tx) => recordEvent(tx, { database, keys, now: () => new Date() }, event));
}

function report({ erased, kept }: Erasure): string {
  const counts = Object.entries(erased).map(([what, many]) => `${what} ${many}`);
  const stays = kept === 0 ? "" : `\nKept, because an order was placed: ${kept}. To erase them too: --orders`;
  return `Erased: ${counts.join(", ")}${stays}`;
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
