import { randomUUID } from "node:crypto";

import { secondsToMidnight } from "#domain/deals/deadlines.ts";
import type { Cents } from "#domain/deals/money.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { currentVersion, versionState } from "#server/features/deals/deal/deal-state.ts";
import { setVersionState } from "#server/features/deals/deal/version-state.ts";
import { changeSale, type SaleMoment } from "#server/features/deals/sales/change-sale.ts";
import { offers } from "#server/features/deals/sales/offers.ts";
import { canAnswer } from "#server/features/deals/sales/sale-state.ts";
import type { DealMessageTable } from "#server/platform/database/deal-tables.ts";

import { type PageRefusal, refusals } from "./refusals.ts";
import { acceptRefusals, sellerRefusals } from "./seller-refusals.ts";
import { type ActionOutcome, byVisitor, done, refused } from "./visitor-actions.ts";

const countersADay = 10;

/** The seller wants another price. Our offer still stands. */
export function counterOffer(
  context: DealContext,
  reference: string,
  { cents, words }: { readonly cents: Cents; readonly words: string },
): Promise<ActionOutcome | null> {
  return changeSale<ActionOutcome>(context, byVisitor(reference), async (moment) => {
    const { sale, at } = moment;
    if (!canAnswer(sale, at)) return refused(whyNot(moment));
    const counters = sale.messages.filter(({ kind }) => kind === "counter");
    const last = counters.findLast((one) => one.at > (sale.versions.at(-1)?.queued_at ?? ""));
    if (last?.amount_cents === cents && (last.words ?? "") === words) return done;
    const today = counters.filter((one) => nzDate(new Date(one.at)) === nzDate(at));
    if (today.length >= countersADay)
      return refused({ ...sellerRefusals.tooMany, retryAfterSeconds: secondsToMidnight(at) });
    await addMessage(moment, { kind: "counter", words: words === "" ? null : words, amount_cents: cents });
    const events = [{ type: "countered", becomes: String(cents) }] as const;
    return { ...done, events, record: { snoozed_until: null } };
  });
}

/** The seller does not sell to us. */
export function declineOffer(
  context: DealContext,
  reference: string,
  { words, seen }: { readonly words: string; readonly seen: number | null },
): Promise<ActionOutcome | null> {
  return changeSale<ActionOutcome>(context, byVisitor(reference), async (moment) => {
    const { tx, sale, at } = moment;
    const version = currentVersion(sale, at);
    const before = sale.messages.findLast(({ kind }) => kind === "decline");
    if (version?.state === "declined" && before?.words === words) return done;
    if (seen !== null && version !== null && version.number !== seen) return refused(acceptRefusals.stale);
    if (version === null || !canAnswer(sale, at)) return refused(whyNot(moment));
    await setVersionState(tx, offers, version, "declined", at);
    await addMessage(moment, { kind: "decline", words });
    return { ...done, events: [{ type: "declined", was: String(version.number) }] };
  });
}

function whyNot({ sale, at }: SaleMoment): PageRefusal {
  const version = currentVersion(sale, at);
  const hasExpired = version !== null && versionState(version, at) === "expired";
  return hasExpired ? acceptRefusals.expired : refusals.notNow;
}

async function addMessage(
  { tx, sale, at }: SaleMoment,
  message: Pick<DealMessageTable, "kind" | "words"> & { readonly amount_cents?: Cents },
): Promise<void> {
  const number = currentVersion(sale, at)?.number ?? null;
  const row = { id: randomUUID(), ref_number: sale.reference, number, at: at.toISOString() };
  await tx
    .insertInto("deal_messages")
    .values({ ...row, user_id: null, answers: null, ...message })
    .execute();
}
