import type { Deal, SentVersion } from "#domain/deals/deal.ts";
import { isUndoable } from "#domain/deals/versions.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { RecordColumns } from "#domain/record-columns.ts";
import type { DealEventType } from "#domain/record-event.ts";
import { changeRecordIn, type RecordChange } from "#server/features/records/change-record.ts";
import type { AnswerColumns } from "#server/features/records/derived-columns.ts";
import { appendEvents, lockHistory } from "#server/features/records/record-events.ts";
import { keepRecord } from "#server/features/records/record-table.ts";
import { DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/observability/log.ts";

import type { DealContext } from "./deal-context.ts";
import { type DealMail, dealMailSize, mailSizeMost, queueDealMail, type DealRecipient } from "./deal-mail.ts";
import { lockDeals } from "./lock-deals.ts";
import { quotes } from "./quotes.ts";
import { type CallKey, keepResponse, refuseRepetition, responseIn } from "./repeated-call.ts";
import { releaseVersion, type VersionKind } from "./version-state.ts";

export interface DealEvent {
  readonly type: DealEventType | "note" | "mail" | "mail_in" | "mail_out" | "untold" | "told";
  readonly becomes?: string;
  readonly was?: string;
  readonly note?: string; // Set in events of type "note" only.
  readonly key?: string; // Unique among all events.
  readonly user_id?: string | null; // If not the caller; null for the server itself.
}

export type RecordSettlement = Pick<
  RecordChange,
  "status" | "order_placed" | "duplicate_of" | "snoozed_until"
>;

export interface ByStaff {
  readonly userId: string;
  readonly callKey: CallKey | null; // From the Idempotency-Key, if there is one.
}

/** The response to a call by staff, or why nothing has happened. */
export type CallOutcome<Response extends object = object> = Outcome<Response, Refusal>;

/** A refusal for staff: a sentence alone is a conflict. */
export function refused(refusal: Refusal | string): { readonly refusal: Refusal } {
  return { refusal: typeof refusal === "string" ? { status: 409, message: refusal } : refusal };
}

export interface ChangeOptions {
  readonly reference: string;
  /** Visitors and chores have none. */
  readonly userId: string | null;
  /** Another record that changes as well. */
  readonly former?: string | null;
  /** Staff are mailed about what the visitor did. */
  readonly tellStaff?: boolean;
  /** Set only when staff call with an Idempotency-Key. */
  readonly callKey?: CallKey | null;
}

/** A quote request or a vehicle, with all that follows it. */
export interface AnyDeal extends DealRecipient {
  readonly record: Pick<RecordColumns, "id" | "ref_number">;
}

export interface DealWithVersions<Version> extends AnyDeal {
  readonly versions: readonly Version[]; // Oldest first.
}

/**
 * A change of a deal, in its transaction: the deal as it was, the time, who acts, and what the change adds to the history,
 * the mails and the record. `deal` is null if an order has outlived its enquiry: there is no history then, and nobody to mail.
 */
export class Work<Of extends AnyDeal | null = Deal> {
  readonly context: DealContext;
  readonly tx: Query;
  readonly deal: Of;
  /** The clock is read once for the whole transaction. */
  readonly at: Date;
  readonly userId: string | null;
  readonly events: DealEvent[] = [];
  record: RecordSettlement | undefined;
  answer: Partial<AnswerColumns> | undefined;

  constructor(context: DealContext, tx: Query, deal: Of, userId: string | null, at = context.now()) {
    this.context = context;
    this.tx = tx;
    this.deal = deal;
    this.at = at;
    this.userId = userId;
  }

  /** The id of the user who calls. Throws for visitors and chores. */
  get staff(): string {
    if (this.userId === null) throw new Error("Only staff do this");
    return this.userId;
  }

  /** Returns the same work on the deal as it would be. */
  as<Other extends AnyDeal | null>(deal: Other): Work<Other> {
    return new Work(this.context, this.tx, deal, this.userId, this.at);
  }

  /** Adds a line to the history. Nothing has happened to the record if a change adds none. */
  event(event: DealEvent): void {
    this.events.push(event);
  }

  /** Adds what staff wrote beside a change to the history. */
  note(note: string | null): void {
    if (note !== null && note !== "") this.event({ type: "note", note });
  }

  /** Changes the record. `answer` holds when and how it was answered, if that doesn't follow from its status. */
  settleRecord(record: RecordSettlement, answer = this.answer): void {
    this.record = record;
    this.answer = answer;
  }

  /** Queues a mail to the customer or the seller; if they have no address, staff tell them. The same key again changes nothing. */
  async mail(mail: DealMail, dueAt: Date = this.at): Promise<void> {
    const { context, tx, deal, at } = this;
    const untold = deal && (await queueDealMail(tx, context, deal, mail, { at, dueAt }));
    if (untold !== null) this.event(untold);
  }

  isTooLarge(mail: DealMail): boolean {
    const { context, deal, at } = this;
    return deal !== null && dealMailSize(context, deal, mail, at) > mailSizeMost;
  }
}

export type AnyWork = Work<AnyDeal | null>;

/** All that rows need. */
export type RowWork = Pick<AnyWork, "tx" | "at">;

/** Changes what follows a quote request, as `changeLocked` does. Returns null if there is no such request. Throws RepeatedCall. */
export function changeDeal<Result>(
  context: DealContext,
  options: ChangeOptions,
  act: (work: Work) => Promise<Result>,
): Promise<Result | null> {
  return changeLocked(quotes, context, options, act);
}

/**
 * Changes what follows a record in one transaction. `act` sees it locked, and locks what else it needs in this order:
 * items by label, document numbers (deals.md 1.4). Its events come last, and a repetition of the same call gets the same
 * `ok`. A version whose undo time is over goes out first, in a transaction of its own. Returns null if there is no such
 * record. Throws RepeatedCall.
 */
export async function changeLocked<Version extends SentVersion, Of extends DealWithVersions<Version>, Result>(
  kind: VersionKind<Version, Of>,
  context: DealContext,
  options: ChangeOptions,
  act: (work: Work<Of>) => Promise<Result>,
): Promise<Result | null> {
  for (;;) {
    const outcome = await inLock(kind.read, context, options, async (work) => {
      if (dueVersion(work) !== null) return "due";
      const result = await act(work);
      await keepResponse(work.tx, { ...options, response: responseIn(result), at: work.at });
      await finish(kind.noteStep, work, options.tellStaff);
      return { result };
    });
    if (outcome !== "due") return outcome?.result ?? null;
    await inLock(kind.read, context, { ...options, callKey: null }, (work) => releaseDue(kind, work));
  }
}

function inLock<Of extends AnyDeal, Result>(
  read: VersionKind<never, Of>["read"],
  context: DealContext,
  { reference, former = null, userId, callKey = null }: ChangeOptions,
  run: (work: Work<Of>) => Promise<Result>,
): Promise<Result | null> {
  const { database } = context;
  return database.write(async (tx) => {
    await lockDeals(tx, database, [reference, former]);
    await refuseRepetition(tx, callKey);
    const deal = await read(tx, reference);
    if (deal === null || !(await keepRecord(tx, database, deal.submission, deal.record.id))) return null;
    return run(new Work(context, tx, deal, userId));
  });
}

/** Appends the events, changes the record and notes the next step. */
export async function finish<Of extends AnyDeal>(
  noteStep: VersionKind<never, Of>["noteStep"],
  { context, tx, deal, at, userId, events, record: change, answer }: Work<Of>,
  tellStaff = false,
): Promise<void> {
  if (events.length === 0) return;
  const history = await lockHistory(tx, context, deal);
  const by = { at: at.toISOString(), user_id: userId };
  const lines = events.map((event) => ({ ...history, ...by, ...event }));
  const rows = await appendEvents(tx, lines);
  if (tellStaff) {
    const digest = rows.map((row) => ({ event_id: row.id, ref_number: deal.reference, at: by.at }));
    await tx.insertInto("staff_digests").values(digest).execute();
  }
  if (change !== undefined) {
    const settled = { submission: deal.submission, id: deal.record.id, change, version: null, userId, at };
    const answered = answer === undefined ? {} : { answer };
    await changeRecordIn({ calendar: context.calendar }, tx, { ...settled, ...answered });
  }
  await noteStep(tx, context, deal.reference, at);
}

/** The newest version, if its undo time is over and it has not been released. */
function dueVersion<Version extends SentVersion>(work: Work<DealWithVersions<Version>>): Version | null {
  const newest = work.deal.versions.at(-1);
  return newest?.isPending === true && !isUndoable(newest, work.at) ? newest : null;
}

async function releaseDue<Version extends SentVersion, Of extends DealWithVersions<Version>>(
  kind: VersionKind<Version, Of>,
  due: Work<Of>,
): Promise<void> {
  const version = dueVersion(due);
  if (version === null) return;
  const work = new Work(due.context, due.tx, due.deal, version.user_id, due.at);
  await releaseVersion(work, kind, version);
  await work.mail(await kind.mail(work, version));
  await finish(kind.noteStep, work);
}

export type ChoreContext = DealContext & { readonly log: Pick<Log, "error"> };

/** Limits one run: after a pause of days, everybody else waits for no more than these. The next run is a minute later. */
const atMost = 200;

/**
 * Runs a chore for one deal after the other, at most 200. If one fails, it is logged, and the others get their turn. Throws
 * DatabaseUnavailable.
 */
export async function forEachDeal(
  { log }: ChoreContext,
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
