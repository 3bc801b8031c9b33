import { messages } from "#domain/messages.ts";
import { isReferenceNumber } from "#domain/reference-number.ts";
import { userById } from "#server/features/auth/users.ts";
import type { ChangeRequest } from "#server/features/records/change-record.ts";
import { recordByReference } from "#server/features/records/record-by-reference.ts";
import type { StoredRecord } from "#server/features/records/record-table.ts";
import type { Query } from "#server/platform/database/database.ts";

const impossibleOwner = "Records can't be assigned to this person";
const impossibleOriginal = "A record can only repeat another one of its kind";
const orderDecides = "The order decides whether one was placed: cancel or revive the order instead";
const dealGoesOn = `It ${messages.dealNotMerged}`;

/** Returns the reason why a rule forbids this change, in words for staff; null if none does. */
export async function whyNotChanged(
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
