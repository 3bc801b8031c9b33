import { setImmediate as nextTurn } from "node:timers/promises";

import type { ChangeOutcomes, RequestedChange } from "#domain/desk.ts";
import { messages } from "#domain/messages.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { emailOf } from "#domain/submission-values.ts";
import { hasSteps } from "#domain/submission.ts";
import { userById } from "#server/features/auth/users.ts";
import { raiseGeneration } from "#server/features/deals/deal/deal-link.ts";
import {
  applyChanges,
  type ChangeResult,
  changeRecordIn,
  type ChangeRequest,
  type Corrections,
} from "#server/features/records/change-record.ts";
import {
  appendEvents,
  type EventOf,
  type UserStamp,
  lockHistory,
  type NewRecordEvent,
} from "#server/features/records/record-events.ts";
import {
  type FoundRecord,
  recordByReference,
  type StoredRecord,
} from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { RecordEventRow } from "#server/platform/database/tables.ts";
import { isSameMailbox } from "#server/services/mail/mail.ts";
import { stopMailsToOthers } from "#server/services/mail/outbox-table.ts";
import type { Services } from "#server/services/services.ts";

/** Changes records in one transaction. Leaves a record as it is if someone else changed it first or a rule forbids the change. */
export async function changeRecords(
  services: Services,
  changes: readonly RequestedChange[],
  userId: string,
): Promise<ChangeOutcomes["outcomes"]> {
  const at = services.now();
  const requests: (ChangeRequest | null)[] = [];
  for (const change of changes) {
    requests.push(await requestFor(services, change, { userId, at }));
    await nextTurn();
  }
  const known = requests.filter((request) => request !== null);
  const outcomes = (await applyChanges({ ...services, whyNot: whyNotChanged }, known)).values();
  return changes.map(({ reference, version }, index): ChangeOutcomes["outcomes"][number] => {
    const outcome = requests[index] === null ? undefined : outcomes.next().value;
    if (outcome === undefined || outcome.kind === "missing") return { reference, kind: "missing", version };
    const { version: current, answered_at, answered_by } = outcome.record;
    if (outcome.kind === "stale") return { reference, kind: "stale", version: current };
    if (outcome.kind === "refused") return { reference, kind: "refused", version: current, why: outcome.why };
    return { reference, kind: "changed", version: current, answer: { answered_at, answered_by } };
  });
}

async function requestFor(
  { database }: Services,
  { reference, version, ...change }: RequestedChange,
  by: UserStamp,
): Promise<ChangeRequest | null> {
  if (!isReferenceNumber(reference)) return null;
  const found = await recordByReference(database.reader, reference);
  return found === null
    ? null
    : { submission: found.submission, id: found.record.id, change, version, ...by };
}

const impossibleOwner = "Records can't be assigned to this person";
const impossibleOriginal = "A record can only repeat another one of its kind";
const orderDecides = "The order decides whether one was placed: cancel or revive the order instead";
const dealGoesOn = `It ${messages.dealNotMerged}`;

/** Returns the reason why a rule forbids this change, in words for staff; null if none does. */
async function whyNotChanged(
  tx: Query,
  request: ChangeRequest,
  record: StoredRecord,
): Promise<string | null> {
  const { owner_id: owner, duplicate_of: original, order_placed: isOrdered } = request.change;
  const { ref_number: reference } = record;
  if (typeof owner === "string" && (await userById(tx, owner))?.disabled_at !== null) return impossibleOwner;
  if (typeof original === "string") {
    if (original === reference || !(await isOfKind(tx, original, request))) return impossibleOriginal;
    if (await canGoOn(tx, reference)) return dealGoesOn;
  }
  return isOrdered !== undefined && (await hasOrder(tx, reference)) ? orderDecides : null;
}

async function isOfKind(tx: Query, original: string, { submission }: ChangeRequest): Promise<boolean> {
  if (!isReferenceNumber(original)) return false;
  return (await recordByReference(tx, original))?.submission.table === submission.table;
}

/** Returns whether the customer can accept a quote or an offer, or has. Such a record is not a duplicate. */
async function canGoOn(tx: Query, reference: string): Promise<boolean> {
  const of = (table: "quote_versions" | "orders" | "offers" | "pick_ups") =>
    tx.selectFrom(table).select("number").where("ref_number", "=", reference);
  const isOut = of("quote_versions")
    .where("state", "in", ["pending", "out"])
    .unionAll(of("offers").where("state", "in", ["pending", "out"]))
    .unionAll(of("orders").where("state", "!=", "cancelled"))
    .unionAll(of("pick_ups").where("state", "!=", "cancelled"));
  return (await isOut.executeTakeFirst()) !== undefined;
}

async function hasOrder(tx: Query, reference: string): Promise<boolean> {
  const orders = tx.selectFrom("orders").select("id").where("ref_number", "=", reference);
  return (await orders.limit(1).executeTakeFirst()) !== undefined;
}

interface Correction extends UserStamp {
  readonly version: number | null;
  readonly corrections: Corrections;
}

/** Ends the transaction without a change. */
class NotCorrected extends Error {
  override readonly name = "NotCorrected";
  readonly outcome: ChangeResult;

  constructor(outcome: ChangeResult) {
    super("The record was not corrected");
    this.outcome = outcome;
  }
}

/**
 * Corrects fields of a record. With another e-mail address, mails that wait for the former one stop and the link that it
 * was sent ends, because somebody else may read that mailbox.
 */
export async function correctRecord(
  context: Services,
  found: FoundRecord,
  correction: Correction,
): Promise<ChangeResult> {
  try {
    return await context.database.write((tx) => correctIn(tx, context, found, correction));
  } catch (error) {
    if (error instanceof NotCorrected) return error.outcome;
    throw error;
  }
}

/** Locks in the order of all others: deal, mails, record, events. */
async function correctIn(
  tx: Query,
  context: Services,
  found: FoundRecord,
  { corrections, ...by }: Correction,
): Promise<ChangeResult> {
  const { submission, record } = found;
  const email = emailOf(submission, corrections);
  await context.database.lock(tx, `deal ${record.ref_number}`); // Replies and quotes take it, too.
  const stopped = email === undefined ? [] : await stopMailsToOthers(tx, record.ref_number, email, by.at);
  const of = await lockHistory(tx, context, found);
  const change = { corrections };
  const outcome = await changeRecordIn(context, tx, { submission, id: record.id, change, ...by });
  if (outcome.kind !== "changed") throw new NotCorrected(outcome);
  const at = by.at.toISOString();
  await appendEvents(
    tx,
    stopped.map(({ key, state }) => ({ ...of, type: "mail", at, was: key, becomes: state })),
  );
  const isNew = outcome.events.some((event) => event.becomes === email && isOtherMailbox(event));
  if (isNew && hasSteps(submission)) await endLink(tx, of, { at, user_id: by.userId });
  return outcome;
}

function isOtherMailbox({ was, becomes }: RecordEventRow): boolean {
  return becomes !== null && !isSameMailbox(was ?? "", becomes);
}

async function endLink(tx: Query, of: EventOf, by: Pick<NewRecordEvent, "at" | "user_id">): Promise<void> {
  const generation = await raiseGeneration(tx, of.reference);
  await appendEvents(tx, [{ ...of, ...by, type: "link_renewed", becomes: String(generation) }]);
}
