import { dayMs, minuteMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import { formatDayAndYear } from "#domain/nz-time.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { ClockRow } from "#server/platform/database/tables.ts";
import type { Log } from "#server/platform/observability/log.ts";

import { beginClock, changeClock, type ClockChange, latestInstant, readClock } from "./clock-memory.ts";

/** How far a clock may be from the time last trusted. A removal this much too early harms nobody. */
const gapMs = 3 * dayMs;
/** A doubted clock is trusted once it has kept its pace for this long. */
const steadyForMs = dayMs;
/** How much wall clock and uptime may drift apart between two readings: time servers correct by less. */
const paceMs = 5_000;
const rememberEveryMs = 5 * minuteMs;

export interface ClockContext {
  readonly database: Pick<Database, "reader" | "write">;
  readonly log: Log;
  readonly now: () => Date;
  /** Milliseconds that pass at the same pace whatever the clock is set to. */
  readonly uptime: () => number;
}

export interface Doubt {
  readonly now: Date;
  readonly trustedAt: Date;
  readonly isOutvoted: boolean; // True if another instance trusts its clock.
}

interface Reading {
  readonly wall: number;
  readonly uptime: number;
}

/** Doubts a clock three days off until it keeps pace for a day or somebody confirms it. */
export class ClockGuard {
  readonly #context: ClockContext;
  /** When this process last trusted the clock, in case the database was away for long. */
  #trusted: Reading | null = null;
  #last: Reading | null = null;
  #doubtedSince: string | null = null;

  constructor(context: ClockContext) {
    this.#context = context;
  }

  /** Call once, before anything is written. `alsoSeen` is an instant at which the installation worked. */
  async begin(alsoSeen: Date | null): Promise<void> {
    const { database, now } = this.#context;
    if ((await readClock(database.reader)) === null) {
      const seen = [await latestInstant(database.reader, now()), alsoSeen].filter((one) => one !== null);
      const latest = seen.toSorted((a, b) => a.getTime() - b.getTime()).at(-1) ?? now();
      await database.write((tx) => beginClock(tx, latest));
    }
    const reading = this.#read();
    if (this.#isTrusted(await readClock(database.reader), reading)) this.#trusted = reading;
  }

  /** Returns the time, or null while the clock is doubted. Whatever cannot be undone must use this time only. */
  async trustedNow(): Promise<Date | null> {
    const reading = this.#read();
    const row = await readClock(this.#context.database.reader);
    return this.#isTrusted(row, reading) ? new Date(reading.wall) : null;
  }

  /** Later instants were written by a wrong clock. Call it while the clock is trusted. */
  async impossibleFrom(now: Date): Promise<Date> {
    const row = await readClock(this.#context.database.reader);
    const latest = Math.max(now.getTime(), Date.parse(row?.latest_at ?? now.toISOString()));
    return new Date(latest + gapMs);
  }

  async doubt(): Promise<Doubt | null> {
    const reading = this.#read();
    const row = await readClock(this.#context.database.reader);
    if (row === null || this.#isTrusted(row, reading)) return null;
    const isOutvoted = this.#doubtedSince !== null && this.#doubtedSince !== row.trusted_at;
    return { now: new Date(reading.wall), trustedAt: new Date(row.trusted_at), isOutvoted };
  }

  /** Call every minute. */
  async watch(): Promise<void> {
    const before = this.#last;
    const reading = this.#read();
    this.#last = reading;
    const { database } = this.#context;
    const row = await readClock(database.reader);
    if (row === null) return this.begin(null);
    const isTrusted = this.#isTrusted(row, reading);
    const change = isTrusted ? trustedFrom(row, reading) : doubtedFrom(row, reading, before);
    const isWritten = change !== null && (await database.write((tx) => changeClock(tx, row, change)));
    const isConfirmed = isWritten && change.doubted_at === null;
    this.#note(row, reading, isTrusted || isConfirmed);
  }

  #read(): Reading {
    return { wall: this.#context.now().getTime(), uptime: this.#context.uptime() };
  }

  #isTrusted(row: ClockRow | null, { wall, uptime }: Reading): boolean {
    const remembered = row === null ? null : Date.parse(row.trusted_at);
    const expected = this.#trusted === null ? null : this.#trusted.wall + uptime - this.#trusted.uptime;
    return [remembered, expected].some((time) => time !== null && Math.abs(wall - time) <= gapMs);
  }

  #note({ trusted_at: trustedAt }: ClockRow, reading: Reading, isTrusted: boolean): void {
    const { log } = this.#context;
    if (isTrusted) this.#trusted = reading;
    if (isTrusted === (this.#doubtedSince === null)) return;
    this.#doubtedSince = isTrusted ? null : trustedAt;
    if (isTrusted) log.info("the clock is trusted again: removals go on");
    else
      log.error({ trustedAt }, "the clock cannot be right: nothing is removed until the date is confirmed");
  }
}

function trustedFrom(row: ClockRow, { wall }: Reading): ClockChange | null {
  const age = Math.abs(wall - Date.parse(row.trusted_at));
  if (row.doubted_at === null && age < rememberEveryMs) return null;
  return trusting(wall);
}

function doubtedFrom(row: ClockRow, reading: Reading, before: Reading | null): ClockChange {
  const steady = steadyMs(row, reading, before);
  if (steady >= steadyForMs) return trusting(reading.wall);
  const doubted_at = new Date(reading.wall).toISOString();
  return { trusted_at: row.trusted_at, doubted_at, steady_ms: steady };
}

function trusting(wall: number): ClockChange {
  return { trusted_at: new Date(wall).toISOString(), doubted_at: null, steady_ms: 0 };
}

/** Sleep, and time between processes, do not count; a clock that goes back or jumps starts from zero. */
function steadyMs(row: ClockRow, { wall, uptime }: Reading, before: Reading | null): number {
  const passed = row.doubted_at === null ? null : wall - Date.parse(row.doubted_at);
  if (passed === null || passed < -paceMs || passed > gapMs) return 0;
  if (before === null) return row.steady_ms;
  const ran = uptime - before.uptime;
  const ahead = wall - before.wall - ran;
  if (ahead < -paceMs) return 0;
  const keptPace = ahead <= paceMs;
  // Several instances add to it: none counts time that another has counted.
  return row.steady_ms + (keptPace ? Math.round(Math.max(0, Math.min(ran, passed))) : 0);
}

export async function clockNotice(clock: ClockGuard): Promise<Notice | null> {
  const doubt = await clock.doubt();
  if (doubt === null) return null;
  return {
    id: "clock",
    severity: "danger",
    title: "Check the server's date.",
    words:
      `The server's clock says ${formatDayAndYear(doubt.now)}, but the server last trusted it on ` +
      `${formatDayAndYear(doubt.trustedAt)}. Until the date is confirmed, no old record, mail or backup is removed. ` +
      "If the date is right, do nothing: the server confirms it by itself after running for a day. If it is " +
      "wrong, new enquiries and their reply times are dated wrong, too: ask the person who runs the server " +
      "to set the clock and run: npm run clock",
  };
}
