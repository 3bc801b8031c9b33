import { setImmediate as nextTurn } from "node:timers/promises";

import type { ChangeOutcome, ChangeOutcomes, RecordChange } from "#domain/desk.ts";
import { messages } from "#domain/messages.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { userById } from "#server/features/auth/users.ts";
import { applyChanges, type ChangeRequest } from "#server/features/records/change-record.ts";
import { recordByReference } from "#server/features/records/record-by-reference.ts";
import type { StoredRecord } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Services } from "#server/services/services.ts";

/** Changes records in one transaction. Leaves a record as it is if someone else changed it first or a rule forbids the change. */
export async function changeRecords(
  services: Services,
  changes: readonly RecordChange[],
  userId: string,
): Promise<ChangeOutcomes> {
  const at = services.now();
  const requests: (ChangeRequest | null)[] = [];
  for (const change of changes) {
    requests.push(await requestFor(services, change, { userId, at }));
    await nextTurn();
  }
  const known = requests.filter((request) => request !== null);
  const outcomes = (await applyChanges({ ...services, whyNot: whyNotChanged }, known)).values();
  const sent = changes.map(({ reference, version }, index): ChangeOutcome => {
    const outcome = requests[index] === null ? undefined : outcomes.next().value;
    if (outcome === undefined || outcome.kind === "missing") return { reference, kind: "missing", version };
    const { version: current, answered_at, answered_by } = outcome.record;
    if (outcome.kind === "stale") return { reference, kind: "stale", version: current };
    if (outcome.kind === "refused") return { reference, kind: "refused", version: current, why: outcome.why };
    return { reference, kind: "changed", version: current, answer: { answered_at, answered_by } };
  });
  return { outcomes: sent };
}

async function requestFor(
  { database }: Services,
  { reference, version, ...change }: RecordChange,
  by: Pick<ChangeRequest, "userId" | "at">,
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

/** Whether the customer can approve a quote or has approved one. Such a request is not a duplicate. */
async function canGoOn(tx: Query, reference: string): Promise<boolean> {
  const quotes = tx.selectFrom("quote_versions").select("number").where("ref_number", "=", reference);
  const orders = tx.selectFrom("orders").select("number").where("ref_number", "=", reference);
  const isOut = quotes.where("state", "=", "out").unionAll(orders.where("state", "!=", "cancelled"));
  return (await isOut.executeTakeFirst()) !== undefined;
}

async function hasOrder(tx: Query, reference: string): Promise<boolean> {
  const orders = tx.selectFrom("orders").select("id").where("ref_number", "=", reference);
  return (await orders.limit(1).executeTakeFirst()) !== undefined;
}
