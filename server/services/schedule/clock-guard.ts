import type { Notice } from "#domain/notice.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { ClockRow } from "#server/platform/database/tables.ts";
import type { Log } from "#server/platform/observability/log.ts";

import { beginClock, changeClock, type ClockChange, latestInstant, readClock } from "./clock-memory.ts";

const dayMs = 24 * 60 * 60_000;
/** What a clock may be off from the time last trusted. So much early, a removal still harms nobody. */
const gapMs = 3 * dayMs;
/** A doubted clock is trusted once it has kept its pace for so long. */
const steadyForMs = dayMs;
/** Between two looks, wall clock and uptime may differ by so much: time servers correct by less. */
const paceMs = 5_000;
const rememberEveryMs = 5 * 60_000;

export interface ClockContext {
  readonly database: Pick<Database, "reader" | "write">;
  readonly log: Log;
  readonly now: () => Date;
  /** Milliseconds that pass at the same pace whatever the clock is set to. */
  readonly uptime: () => number;
}

/** A clock that cannot be right. */
export interface Doubt {
  readonly now: Date;
  readonly trustedAt: Date;
  /** Another instance with the same database has a clock that it trusts. */
  readonly isOutvoted: boolean;
}

/** Both clocks at one moment, in milliseconds. */
interface Look {
  readonly wall: number;
  readonly uptime: number;
}

/**
 * Says whether the wall clock can be right, so that nothing is removed by a wrong one. It is doubted while
 * it is more than three days from the last instant it was trusted at, which the database remembers; until
 * it has kept its pace for a day, or a person has confirmed it (docs/decisions/054-a-clock-is-doubted-first.md).
 */
export class ClockGuard {
  readonly #context: ClockContext;
  /** When this process last trusted the clock: a database that was away must not cause doubts. */
  #trusted: Look | null = null;
  #last: Look | null = null;
  /** What the database remembered when the doubt began. */
  #doubtedSince: string | null = null;

  constructor(context: ClockContext) {
    this.#context = context;
  }

  /** Call once at the start, before anything is written. `alsoSeen`: an instant known from elsewhere. */
  async begin(alsoSeen: Date | null): Promise<void> {
    const { database, now } = this.#context;
    if ((await readClock(database.reader)) === null) {
      const seen = [await latestInstant(database.reader, now()), alsoSeen].filter((one) => one !== null);
      const latest = seen.toSorted((a, b) => a.getTime() - b.getTime()).at(-1) ?? now();
      await database.write((tx) => beginClock(tx, latest));
    }
    const look = this.#look();
    if (this.#isTrusted(await readClock(database.reader), look)) this.#trusted = look;
  }

  /** The time, or null while the clock is doubted. Whatever cannot be undone must ask, and use no other time. */
  async trustedNow(): Promise<Date | null> {
    const look = this.#look();
    const row = await readClock(this.#context.database.reader);
    return this.#isTrusted(row, look) ? new Date(look.wall) : null;
  }

  /** While the clock is trusted: what is later than this was written by one that was wrong. */
  async impossibleFrom(now: Date): Promise<Date> {
    const row = await readClock(this.#context.database.reader);
    const latest = Math.max(now.getTime(), Date.parse(row?.latest_at ?? now.toISOString()));
    return new Date(latest + gapMs);
  }

  async doubt(): Promise<Doubt | null> {
    const look = this.#look();
    const row = await readClock(this.#context.database.reader);
    if (row === null || this.#isTrusted(row, look)) return null;
    const isOutvoted = this.#doubtedSince !== null && this.#doubtedSince !== row.trusted_at;
    return { now: new Date(look.wall), trustedAt: new Date(row.trusted_at), isOutvoted };
  }

  /** Compares the clocks and remembers the time. Call every minute. */
  async watch(): Promise<void> {
    const before = this.#last;
    const look = this.#look();
    this.#last = look;
    const { database } = this.#context;
    const row = await readClock(database.reader);
    if (row === null) return this.begin(null);
    const isTrusted = this.#isTrusted(row, look);
    const change = isTrusted ? trustedFrom(row, look) : doubtedFrom(row, look, before);
    const isWritten = change !== null && (await database.write((tx) => changeClock(tx, row, change)));
    const isConfirmed = isWritten && change.doubted_at === null;
    this.#note(row, look, isTrusted || isConfirmed);
  }

  #look(): Look {
    return { wall: this.#context.now().getTime(), uptime: this.#context.uptime() };
  }

  #isTrusted(row: ClockRow | null, { wall, uptime }: Look): boolean {
    const remembered = row === null ? null : Date.parse(row.trusted_at);
    const expected = this.#trusted === null ? null : this.#trusted.wall + uptime - this.#trusted.uptime;
    return [remembered, expected].some((time) => time !== null && Math.abs(wall - time) <= gapMs);
  }

  #note({ trusted_at: trustedAt }: ClockRow, look: Look, isTrusted: boolean): void {
    const { log } = this.#context;
    if (isTrusted) this.#trusted = look;
    if (isTrusted === (this.#doubtedSince === null)) return;
    this.#doubtedSince = isTrusted ? null : trustedAt;
    if (isTrusted) log.info("the clock is trusted again: removals go on");
    else
      log.error({ trustedAt }, "the clock cannot be right: nothing is removed until the date is confirmed");
  }
}

/** Null if there is nothing to write down. */
function trustedFrom(row: ClockRow, { wall }: Look): ClockChange | null {
  const age = Math.abs(wall - Date.parse(row.trusted_at));
  if (row.doubted_at === null && age < rememberEveryMs) return null;
  return trusting(wall);
}

function doubtedFrom(row: ClockRow, look: Look, before: Look | null): ClockChange {
  const steady = steadyMs(row, look, before);
  if (steady >= steadyForMs) return trusting(look.wall);
  const doubted_at = new Date(look.wall).toISOString();
  return { trusted_at: row.trusted_at, doubted_at, steady_ms: steady };
}

function trusting(wall: number): ClockChange {
  return { trusted_at: new Date(wall).toISOString(), doubted_at: null, steady_ms: 0 };
}

/**
 * For how long the doubted clock has kept its pace. Sleep, and the time between two processes, do not
 * count; a clock that goes back, or jumps again, starts from nothing.
 */
function steadyMs(row: ClockRow, { wall, uptime }: Look, before: Look | null): number {
  const passed = row.doubted_at === null ? null : wall - Date.parse(row.doubted_at);
  if (passed === null || passed < -paceMs || passed > gapMs) return 0;
  if (before === null) return row.steady_ms;
  const ran = uptime - before.uptime;
  const ahead = wall - before.wall - ran;
  if (ahead < -paceMs) return 0;
  const keptPace = ahead <= paceMs;
  // Several instances may add: none counts what another one has counted.
  return row.steady_ms + (keptPace ? Math.round(Math.max(0, Math.min(ran, passed))) : 0);
}

/** Tells staff that the date has to be confirmed, and what waits for that. */
export async function clockNotice(clock: ClockGuard): Promise<Notice | null> {
  const doubt = await clock.doubt();
  if (doubt === null) return null;
  return {
    id: "clock",
    severity: "danger",
    title: "Check the server's date.",
    words:
      `The server's clock says ${dayAndYear(doubt.now)}, but the server last trusted it on ` +
      `${dayAndYear(doubt.trustedAt)}. Until the date is confirmed, no old record, mail or backup is removed. ` +
      "If the date is right, do nothing: the server confirms it by itself after running for a day. If it is " +
      "wrong, new enquiries and their reply times are dated wrong, too: tell whoever looks after the server " +
      "to set the clock and run: npm run clock",
  };
}

export function dayAndYear(instant: Date): string {
  const date = nzDate(instant);
  return `${formatDay(date)} ${date.slice(0, 4)}`;
}
