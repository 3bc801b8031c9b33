import { randomUUID } from "node:crypto";

import { secondsToMidnight } from "#domain/deals/deadlines.ts";
import type { Cents } from "#domain/deals/money.ts";
import { currentVersion, versionState } from "#domain/deals/versions.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Work } from "#server/features/deals/deal/change-deal.ts";
import { setVersionState } from "#server/features/deals/deal/version-state.ts";
import { offers } from "#server/features/deals/sales/offers.ts";
import type { Sale } from "#server/features/deals/sales/read-sale.ts";
import { canAnswer } from "#server/features/deals/sales/sale-state.ts";

import type { PressOutcome } from "./page-form.ts";
import { refusals } from "./refusals.ts";
import { acceptRefusals, sellerRefusals } from "./seller-refusals.ts";

const countersADay = 10;

/** Notes that the seller wants another price. Our offer still stands. */
export async function counterOffer(
  work: Work<Sale>,
  { cents, words }: { readonly cents: Cents; readonly words: string },
): Promise<PressOutcome> {
  const { deal: sale, at } = work;
  if (!canAnswer(sale, at)) return cannotAnswer(work);
  const counters = sale.messages.filter(({ kind }) => kind === "counter");
  const last = counters.findLast((one) => one.at > (sale.versions.at(-1)?.queued_at ?? ""));
  if (last?.amount_cents === cents && (last.words ?? "") === words) return { ok: true };
  const today = counters.filter((one) => nzDate(new Date(one.at)) === nzDate(at));
  if (today.length >= countersADay)
    return { refusal: { ...sellerRefusals.tooMany, retryAfterSeconds: secondsToMidnight(at) } };
  await addMessage(work, { kind: "counter", words: words === "" ? null : words, amount_cents: cents });
  work.event({ type: "countered", becomes: String(cents) });
  work.settleRecord({ snoozed_until: null });
  return { ok: true };
}

/** Notes that the seller does not sell to us. */
export async function declineOffer(
  work: Work<Sale>,
  { words, seen }: { readonly words: string; readonly seen: number | null },
): Promise<PressOutcome> {
  const { deal: sale, at } = work;
  const version = currentVersion(sale, at);
  const before = sale.messages.findLast(({ kind }) => kind === "decline");
  if (version?.state === "declined" && before?.words === words) return { ok: true };
  if (seen !== null && version !== null && version.number !== seen) return { refusal: acceptRefusals.stale };
  if (version === null || !canAnswer(sale, at)) return cannotAnswer(work);
  await setVersionState(work, offers, version, "declined");
  await addMessage(work, { kind: "decline", words });
  work.event({ type: "declined", was: String(version.number) });
  return { ok: true };
}

function cannotAnswer({ deal: sale, at }: Work<Sale>): PressOutcome {
  const version = currentVersion(sale, at);
  const hasExpired = version !== null && versionState(version, at) === "expired";
  return { refusal: hasExpired ? acceptRefusals.expired : refusals.notNow };
}

interface SellerMessage {
  readonly kind: "counter" | "decline";
  readonly words: string | null;
  readonly amount_cents?: Cents;
}

async function addMessage({ tx, deal: sale, at }: Work<Sale>, message: SellerMessage): Promise<void> {
  const number = currentVersion(sale, at)?.number ?? null;
  const row = { id: randomUUID(), ref_number: sale.reference, number, at: at.toISOString() };
  await tx
    .insertInto("deal_messages")
    .values({ ...row, user_id: null, answers: null, ...message })
    .execute();
}
