import { dayMs, hourMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import { formatDayAndYear } from "#domain/nz-time.ts";
import type { Query } from "#server/platform/database/database.ts";

/**
 * Returns how long the server's date has gone on without a jump: since the start, or since it moved by more than a day against
 * a clock that nobody can set. In ms.
 */
export function untilJump(now: () => Date, steady = () => performance.now()): () => number {
  let [since, ahead] = [0, now().getTime() - steady()];
  return () => {
    const before = ahead;
    ahead = now().getTime() - steady();
    if (Math.abs(ahead - before) > dayMs) since = steady();
    return steady() - since;
  };
}

export interface JumpContext {
  readonly database: { readonly reader: Query };
  readonly now: () => Date;
  readonly sinceJumpMs: () => number;
}

/** The removal of each night: if it has not run, the others have not either. */
const nightly = "retention";
const aheadMs = 60 * dayMs;

/**
 * Says why nothing may be removed or lapse now (decision 046): after more than a day without a run it waits an hour, and a day
 * if the date is far ahead of all that happened before. Null if nothing has to wait.
 */
export async function whyWait({
  database: { reader: db },
  now,
  sinceJumpMs,
}: JumpContext): Promise<{ readonly daysAhead: number | null } | null> {
  const [at, even] = [now().getTime(), sinceJumpMs()];
  if (even >= dayMs) return null;
  const chores = db.selectFrom("chores").select(["done_at", "first_at"]).where("name", "=", nightly);
  const chore = await chores.executeTakeFirst();
  const ranAt = Date.parse(chore?.done_at ?? chore?.first_at ?? now().toISOString());
  if (at - ranAt <= dayMs) return null;
  // Later events were written with a date that is in doubt.
  const before = new Date(ranAt + dayMs).toISOString();
  const events = db.selectFrom("record_events").select("at").where("at", "<=", before);
  const newest = await events.orderBy("at", "desc").limit(1).executeTakeFirst();
  const ahead = newest === undefined ? 0 : at - Date.parse(newest.at);
  if (ahead > aheadMs) return { daysAhead: Math.floor(ahead / dayMs) };
  return even < hourMs ? { daysAhead: null } : null;
}

export async function clockNotice(context: JumpContext): Promise<Notice | null> {
  const wait = await whyWait(context);
  const days = wait?.daysAhead ?? null;
  if (days === null) return null;
  return {
    id: "clock",
    severity: "danger",
    title: "Is the server’s date right?",
    words:
      `It says ${formatDayAndYear(context.now())}, ${days} days after the last thing that happened here. Until the server has run for ` +
      "a day, nothing old is removed, no order lapses and no reminder goes out. If the date is wrong, tell the person who runs the server now.",
  };
}
