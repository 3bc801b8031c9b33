import { addDays } from "#domain/calendar-date.ts";
import { hourMs, pastInstant } from "#domain/durations.ts";
import { nzDate, nzInstant } from "#domain/nz-time.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database, Query } from "#server/platform/database/database.ts";
import type { ChoreRow } from "#server/platform/database/tables.ts";
import type { Log } from "#server/platform/observability/log.ts";

import { type JumpContext, whyWait } from "./clock-jump.ts";

interface ScheduleContext extends JumpContext {
  readonly config: Config;
  readonly database: Database;
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal;
}

/** Work that is done again and again. */
export interface Chore<Context extends ScheduleContext> {
  readonly name: string;
  /** Milliseconds from one run to the next, on one instance at a time. */
  readonly every: number;
  /** Only once a day after this time in New Zealand, on one of all instances; null: never. A failure is repeated after an hour. */
  readonly at?: (config: Config) => string | null;
  /** On each instance, because it shares its work out by itself or looks after this machine. */
  readonly isOwn?: true;
  /** Set for chores that remove something or let it lapse: they wait while the date is in doubt. */
  readonly removes?: true;
  readonly run: (context: Context) => Promise<unknown>;
}

/** Runs a chore if it is due. */
export async function runChore<Context extends ScheduleContext>(
  chore: Chore<Context>,
  context: Context,
): Promise<void> {
  if (chore.removes === true && (await whyWait(context)) !== null) return;
  const work = async () => void (await chore.run(context));
  if (chore.at !== undefined) await runDaily(chore.name, chore.at(context.config), context, work);
  else await (chore.isOwn === true ? work() : context.database.alone(chore.name, work));
}

async function runDaily(
  name: string,
  time: string | null,
  { database, now, stopping }: ScheduleContext,
  work: () => Promise<void>,
): Promise<void> {
  if (time === null || !(await claimChore(database, name, lastMoment(now(), time), now()))) return;
  try {
    await work();
  } catch (error) {
    if (!stopping.aborted) await database.write((tx) => noteChore(tx, name, "failed_at", now()));
    throw error;
  }
  await database.write((tx) => noteChore(tx, name, "done_at", now()));
}

/** Runs every chore now and again, until `stopping`. If a run is still going when the next one is due, that one is left out. */
export function startChores<Name extends string>(
  chores: readonly { readonly name: Name; readonly every: number }[],
  run: (name: Name) => Promise<void>,
  log: Log,
  stopping: AbortSignal,
): void {
  for (const { name, every } of chores) {
    let isRunning = false;
    const runLogged = async () => {
      if (isRunning) return;
      isRunning = true;
      await run(name).catch((error: unknown) => log.error({ err: error }, `${name} failed`));
      isRunning = false;
    };
    void runLogged();
    const timer = setInterval(() => void runLogged(), every).unref();
    stopping.addEventListener("abort", () => clearInterval(timer));
  }
}

/** A chore that is not done after this long may be started again. */
const retryAfterMs = hourMs;

/** Returns the last moment at which it was `time` in New Zealand. */
export function lastMoment(now: Date, time: string): Date {
  const today = nzInstant(nzDate(now), time);
  return today <= now ? today : nzInstant(addDays(nzDate(now), -1), time);
}

/** True for one caller among all instances, if the chore is due and not started in the last hour. */
async function claimChore(database: Database, name: string, due: Date, now: Date): Promise<boolean> {
  if (!isOpen(await choreNamed(database.reader, name), due, now)) return false;
  return database.write(async (tx) => {
    await database.lock(tx, `chore ${name}`);
    if (!isOpen(await choreNamed(tx, name), due, now)) return false;
    const started_at = now.toISOString();
    await tx
      .insertInto("chores")
      .values({ name, first_at: started_at, started_at })
      .onConflict((known) => known.column("name").doUpdateSet({ started_at }))
      .execute();
    return true;
  });
}

export async function noteChore(
  db: Query,
  name: string,
  end: "done_at" | "failed_at",
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await db
    .insertInto("chores")
    .values({ name, first_at: at, started_at: at, [end]: at })
    .onConflict((known) => known.column("name").doUpdateSet({ [end]: at }))
    .execute();
}

export function choreNamed(db: Query, name: string): Promise<ChoreRow | undefined> {
  return db.selectFrom("chores").selectAll().where("name", "=", name).executeTakeFirst();
}

function isOpen(row: ChoreRow | undefined, due: Date, now: Date): boolean {
  if (row === undefined) return true;
  const done = pastInstant(row.done_at, now);
  if (done !== null && done >= due) return false;
  const started = pastInstant(row.started_at, now);
  return started === null || started < due || started.getTime() <= now.getTime() - retryAfterMs;
}
