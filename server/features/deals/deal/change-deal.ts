import type { Outcome } from "#domain/outcome.ts";
import type { RecordColumns } from "#domain/record-columns.ts";
import type { DealEventType } from "#domain/record-event.ts";
import { changeRecordIn, type RecordChange } from "#server/features/records/change-record.ts";
import type { Answer } from "#server/features/records/derived-columns.ts";
import { appendEvents, lockHistory } from "#server/features/records/record-events.ts";
import { keepRecord } from "#server/features/records/record-table.ts";
import { DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/observability/log.ts";

import type { DealContext } from "./deal-context.ts";
import { queueDealMail, type Recipient } from "./deal-mail.ts";
import { isUndoable, type SentVersion } from "./deal-state.ts";
import { quotes } from "./quotes.ts";
import type { Deal } from "./read-deal.ts";
import { type CallKey, keepResponse, refuseRepetition } from "./repeated-call.ts";
import { releaseVersion, type VersionKind } from "./version-state.ts";

export interface DealEvent {
  readonly type: DealEventType | "note" | "mail" | "mail_in";
  readonly becomes?: string;
  readonly was?: string;
  /** What staff wrote, in an event of type "note" only. */
  readonly note?: string;
  /** If it is not who makes the call; null: the server by itself. */
  readonly user_id?: string | null;
}

/** What staff wrote beside a change. */
export function noteEvents(note: string | null): DealEvent[] {
  return note === null || note === "" ? [] : [{ type: "note", note }];
}

export interface DealChange<Result> {
  readonly result: Result;
  /** Nothing has happened if there are none. */
  readonly events?: readonly DealEvent[];
  readonly record?: Pick<RecordChange, "status" | "order_placed" | "duplicate_of" | "snoozed_until">;
  /** Of the record, if it does not follow from the status. */
  readonly answer?: Partial<Answer>;
  /** What a repetition of the same call gets. */
  readonly response?: object;
}

/** Who makes a call by staff. */
export interface ByStaff {
  readonly userId: string;
  /** Null without an Idempotency-Key. */
  readonly callKey: CallKey | null;
}

/** Of a call by staff. If it is refused, nothing has happened. */
export type CallOutcome<Response extends object = object> = Outcome<Response, Refusal>;

export function done<Response extends object>(
  response: Response,
  change: Pick<DealChange<unknown>, "events" | "record" | "answer"> = {},
): DealChange<CallOutcome<Response>> {
  return { result: { ok: response }, response, ...change };
}

/** `refusal` is in words for staff. */
export function refused(refusal: Refusal | string): DealChange<{ readonly refusal: Refusal }> {
  return { result: { refusal: typeof refusal === "string" ? { status: 409, message: refusal } : refusal } };
}

export interface ChangeOptions {
  readonly reference: string;
  /** Null for the visitor and for chores. */
  readonly userId: string | null;
  /** Staff are mailed about what the visitor did. */
  readonly tellStaff?: boolean;
  /** Of a call by staff; null without an Idempotency-Key. */
  readonly callKey?: CallKey | null;
}

export interface DealMoment {
  readonly tx: Query;
  readonly deal: Deal;
  /** One reading of the clock for the whole transaction. */
  readonly at: Date;
}

/** Changes what follows a quote request, as `changeLocked` does. Returns null if there is no such request. Throws RepeatedCall. */
export function changeDeal<Result>(
  context: DealContext,
  options: ChangeOptions,
  work: (moment: DealMoment) => Promise<DealChange<Result>>,
): Promise<Result | null> {
  return changeLocked(quotes, context, options, ({ tx, of: deal, at }) => work({ tx, deal, at }));
}

/** What follows a quote request or a vehicle. */
export interface Changed extends Recipient {
  readonly record: Pick<RecordColumns, "id" | "ref_number">;
}

/** It, with the versions of its quote or offer. */
export interface Versioned<Version> extends Changed {
  readonly versions: readonly Version[]; // Oldest first.
}

export interface Moment<Of> {
  readonly tx: Query;
  readonly of: Of;
  readonly at: Date;
}

/**
 * Changes what follows a record in one transaction. `work` sees it locked, and locks what else it needs in this order:
 * items by label, document numbers (deals.md 1.4). Its events come last. A version whose undo time is over goes out
 * first, in a transaction of its own. Returns null if there is no such record. Throws RepeatedCall.
 */
export async function changeLocked<Version extends SentVersion, Of extends Versioned<Version>, Result>(
  kind: VersionKind<Version, Of>,
  context: DealContext,
  options: ChangeOptions,
  work: (moment: Moment<Of>) => Promise<DealChange<Result>>,
): Promise<Result | null> {
  const { reference, callKey = null } = options;
  for (;;) {
    const outcome = await inLock(kind, context, { reference, callKey }, async (moment) => {
      if (dueVersion(moment) !== null) return "due";
      const change = await work(moment);
      await noteChange(kind, context, options, moment, change);
      return { result: change.result };
    });
    if (outcome !== "due") return outcome?.result ?? null;
    await inLock(kind, context, { reference, callKey: null }, (moment) => releaseDue(kind, context, moment));
  }
}

function inLock<Of extends Changed, Result>(
  { read }: Pick<VersionKind<never, Of>, "read">,
  { database, now }: Pick<DealContext, "database" | "now">,
  { reference, callKey }: Required<Pick<ChangeOptions, "reference" | "callKey">>,
  run: (moment: Moment<Of>) => Promise<Result>,
): Promise<Result | null> {
  return database.write(async (tx) => {
    await database.lock(tx, `deal ${reference}`);
    await refuseRepetition(tx, callKey);
    const of = await read(tx, reference);
    if (of === null || !(await keepRecord(tx, database, of.submission, of.record.id))) return null;
    return run({ tx, of, at: now() });
  });
}

/** Keeps the response, appends the events, changes the record and notes the next step. */
async function noteChange<Of extends Changed>(
  { noteStep }: Pick<VersionKind<never, Of>, "noteStep">,
  context: DealContext,
  { userId, tellStaff = false, callKey = null }: Omit<ChangeOptions, "reference">,
  { tx, of, at }: Moment<Of>,
  { events = [], record, answer, response }: Omit<DealChange<unknown>, "result">,
): Promise<void> {
  const { submission, reference } = of;
  await keepResponse(tx, { reference, callKey, response, at });
  if (events.length === 0) return;
  const history = await lockHistory(tx, context, of);
  const by = { at: at.toISOString(), user_id: userId };
  const rows = await appendEvents(
    tx,
    events.map((event) => ({ ...history, ...by, ...event })),
  );
  if (tellStaff) {
    const told = rows.map((row) => ({ event_id: row.id, ref_number: reference, at: by.at }));
    await tx.insertInto("staff_digests").values(told).execute();
  }
  if (record !== undefined) {
    await changeRecordIn({ calendar: context.calendar }, tx, {
      submission,
      id: of.record.id,
      change: record,
      version: null,
      userId,
      at,
      ...(answer === undefined ? {} : { answer }),
    });
  }
  await noteStep(tx, reference, at);
}

/** The newest version, if its undo time is over and it has not been released. */
function dueVersion<Version extends SentVersion>({ of, at }: Moment<Versioned<Version>>): Version | null {
  const newest = of.versions.at(-1);
  return newest?.isPending === true && !isUndoable(newest, at) ? newest : null;
}

async function releaseDue<Version extends SentVersion, Of extends Versioned<Version>>(
  kind: VersionKind<Version, Of>,
  context: DealContext,
  moment: Moment<Of>,
): Promise<void> {
  const { tx, of, at } = moment;
  const version = dueVersion(moment);
  if (version === null) return;
  const change = await releaseVersion(tx, kind, of, version, at);
  await queueDealMail(tx, context, of, await kind.mail(context, tx, of, { version, at }), { at });
  await noteChange(kind, context, { userId: version.user_id }, moment, change);
}

export interface ChoreContext extends DealContext {
  readonly log: Pick<Log, "error">;
}

/** In one run: after a pause of days, everybody else waits for no more than these. The next run is a minute later. */
const atMost = 200;

/**
 * Runs a chore for one deal after the other, at most 200. One that fails is logged, and the others get their turn. Throws
 * DatabaseUnavailable.
 */
export async function forEachDeal(
  { log }: Pick<ChoreContext, "log">,
  deals: readonly { readonly ref_number: string }[],
  chore: (reference: string) => Promise<unknown>,
): Promise<void> {
  for (const { ref_number: reference } of deals.slice(0, atMost)) {
    try {
      await chore(reference);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      log.error({ err: error, reference }, "the chores of a deal failed");
    }
  }
}
