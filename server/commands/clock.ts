import { isCalendarDate } from "#domain/calendar-date.ts";
import { formatNzTime, nzDate } from "#domain/nz-time.ts";
import { readConfig } from "#server/platform/config/config.ts";
import type { CommandDatabase } from "#server/platform/database/database.ts";
import { openForCommand } from "#server/platform/database/open-database.ts";
import { installationSecrets } from "#server/platform/secrets/installation-secrets.ts";
import { deriveKeys, type Keys } from "#server/platform/secrets/keyed-hash.ts";
import { recordAudit } from "#server/services/audit/audit-log.ts";
import { dayAndYear } from "#server/services/schedule/clock-guard.ts";
import { confirmClock, readClock } from "#server/services/schedule/clock-memory.ts";

const usage = `Confirm that the server's date is right. The server may run meanwhile, and need not be restarted.

  npm run clock                           shows the server's date and what it last trusted
  npm run clock -- confirm <today's date> for example 2026-11-22

While the server doubts its clock it removes nothing that is old. Once you have confirmed the date it
removes within a minute what is due by then, however much it is. Take today's date from elsewhere: your
phone, a calendar. If it is another one, set the clock right instead.`;

/** A message for the person at the terminal; the command fails with it. */
class CommandFailed extends Error {}

await main();

async function main(): Promise<void> {
  const [action = "show", date = ""] = process.argv.slice(2);
  const result = readConfig(process.env);
  if (!result.ok) return fail(result.problems.join("\n"));
  if (!(action === "show" || (action === "confirm" && isCalendarDate(date)))) return fail(usage);
  const database = openForCommand(result.config.database);
  try {
    const keys = deriveKeys(installationSecrets(result.config).sessionSecret);
    console.log(await (action === "show" ? show(database) : confirm(database, keys, date)));
  } catch (error) {
    fail(problemOf(error));
  } finally {
    await database.close();
  }
}

async function show({ reader }: CommandDatabase): Promise<string> {
  const row = await readClock(reader);
  if (row === null) return `${clockSays(new Date())}\n\n${usage}`;
  const last = new Date(row.trusted_at);
  const doubt = row.doubted_at === null ? "" : "\nThe server doubts its clock: nothing old is removed.";
  return `${clockSays(new Date())}\nLast trusted: ${dayAndYear(last)}, ${formatNzTime(last)}.${doubt}\n\n${usage}`;
}

async function confirm(database: CommandDatabase, keys: Keys, date: string): Promise<string> {
  const now = new Date();
  if (nzDate(now) !== date) {
    throw new CommandFailed(
      `${clockSays(now)} That is not ${date}. Set the clock right first: nothing was confirmed.`,
    );
  }
  await database.write(async (tx) => {
    await confirmClock(tx, now);
    const context = { database, keys, now: () => now };
    await recordAudit(tx, context, { event: "clock-confirmed", actor: "command-line" });
  });
  return "Confirmed. The server removes what is due, from now on as usual.";
}

function clockSays(now: Date): string {
  return `The clock says ${dayAndYear(now)}, ${formatNzTime(now)} in New Zealand.`;
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
