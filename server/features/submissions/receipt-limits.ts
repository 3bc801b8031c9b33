import type { Limits } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Keys } from "#server/platform/secrets/keyed-hash.ts";
import { addUses, type Bucket } from "#server/services/limits/buckets.ts";
import { countAgainst } from "#server/services/limits/limits.ts";
import { mailboxOf, mailDomainOf } from "#server/services/limits/mailbox.ts";

import { hourMs } from "./mail-budget.ts";

const perAddressAndDay = 3;
const dayMs = 24 * hourMs;

/** Thrown inside the transaction, so that a receipt that is left out is not counted. */
export class ReceiptLeftOut extends Error {
  override readonly name = "ReceiptLeftOut";
}

interface ReceiptContext {
  readonly keys: Keys;
  readonly limits: Limits;
  readonly now: () => Date;
}

/**
 * Counts one receipt to that address. Anybody can enter anybody's address, so there are at most three a day for
 * one mailbox, and an hour's budget for one mail domain and for all: the good name of our own domain depends on
 * mails that were asked for. Once a quarter of that budget is used, a receipt needs a submission with a proof of work.
 */
export async function countReceipt(
  tx: Query,
  { keys, limits, now }: ReceiptContext,
  email: string,
  isProven: boolean,
): Promise<void> {
  const [inAll, ofDomain] = receiptBudgets(keys, limits, email);
  const [used, usedByDomain] = await addUses(tx, [inAll, ofDomain], now());
  const free = isProven ? inAll.most : inAll.most / 4;
  if (used === undefined || used.uses > free) throw new ReceiptLeftOut("The receipts are used up");
  if (usedByDomain === undefined || usedByDomain.uses > ofDomain.most) {
    throw new ReceiptLeftOut("The receipts to this mail domain are used up");
  }
  const name = keys.hash("limit", `receipts ${mailboxOf(email)}`);
  const wait = await countAgainst(tx, { name, most: perAddressAndDay, windowMs: dayMs }, now());
  if (wait !== null) throw new ReceiptLeftOut("The receipts to this mailbox are used up");
}

/** A fifth of the hour's mails in all, half of these for one domain; but never so few that a small shop notices. */
function receiptBudgets(keys: Keys, { mailsPerHour }: Limits, email: string): [Bucket, Bucket] {
  const most = Math.max(40, Math.floor(mailsPerHour / 5));
  const domain = keys.hash("limit", `bucket of receipts to ${mailDomainOf(email)}`);
  return [
    { name: "bucket of receipts in all", most, windowMs: hourMs, depth: most },
    { name: domain, most: Math.floor(most / 2), windowMs: hourMs, depth: most },
  ];
}
