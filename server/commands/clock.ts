import { isCalendarDate } from "#domain/calendar-date.ts";
import { formatDayAndYear, formatNzTime, nzDate } from "#domain/nz-time.ts";
import { recordAudit } from "#server/services/audit/audit-log.ts";
import { confirmClock, readClock } from "#server/services/schedule/clock-memory.ts";

import {
  commandConfig,
  type CommandContext,
  CommandFailed,
  runCommand,
  withDatabase,
} from "./run-command.ts";

const usage = `Confirm that the server's date is right. The server may be running, and need not be restarted.

  npm run clock                           shows the server's date and what it last trusted
  npm run clock -- confirm <today's date> for example 2026-11-22

While the server doubts its clock, it removes nothing that is old. Once you have confirmed the date, it removes
everything that is due, within a minute if it missed the last night and otherwise the next night. Take today's
date from elsewhere: your phone, a calendar. If it differs, set the clock right instead.`;

const [action = "show", date = ""] = process.argv.slice(2);

await runCommand(async () => {
  const config = commandConfig();
  if (action === "show") return withDatabase(config, show);
  if (action !== "confirm" || !isCalendarDate(date)) throw new CommandFailed(usage);
  return withDatabase(config, confirm);
});

async function show({ database }: CommandContext): Promise<string> {
  const row = await readClock(database.reader);
  if (row === null) return `${clockSays(new Date())}\n\n${usage}`;
  const last = new Date(row.trusted_at);
  const doubt = row.doubted_at === null ? "" : "\nThe server doubts its clock: nothing old is removed.";
  return `${clockSays(new Date())}\nLast trusted: ${formatDayAndYear(last)}, ${formatNzTime(last)}.${doubt}\n\n${usage}`;
}

async function confirm(context: CommandContext): Promise<string> {
  const now = context.now();
  if (nzDate(now) !== date) {
    throw new CommandFailed(
      `${clockSays(now)} That is not ${date}. Set the clock right first: nothing was confirmed.`,
    );
  }
  await context.database.write(async (tx) => {
    await confirmClock(tx, now);
    await recordAudit(tx, context, { event: "clock-confirmed", actor: "command-line" });
  });
  return "Confirmed. From now on the server removes what is due, as usual.";
}

function clockSays(now: Date): string {
  return `The clock says ${formatDayAndYear(now)}, ${formatNzTime(now)} in New Zealand.`;
}
