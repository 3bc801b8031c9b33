import { randomUUID } from "node:crypto";

import { secondsToMidnight } from "#domain/deals/deadlines.ts";
import type { Cents } from "#domain/deals/money.ts";
import type { SellerAction } from "#domain/deals/sale-states.ts";
import { nzDate } from "#domain/nz-time.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { currentVersion, versionState } from "#server/features/deals/deal/deal-state.ts";
import { setVersionState } from "#server/features/deals/deal/version-state.ts";
import type { DealMessageTable } from "#server/platform/database/deal-tables.ts";

import { changeSale, type SaleMoment } from "./change-sale.ts";
import { offers } from "./offers.ts";
import { sellerActions } from "./sale-state.ts";

/** Why a seller's answer was not taken. */
export interface NotTaken {
  readonly why: "over" | "expired" | "stale" | "tooMany";
  readonly retryAfterSeconds?: number;
}
type Taken = Outcome<true, NotTaken>;

const taken = { result: { ok: true } } as const;
const countersADay = 10;

/** The seller wants another price. Our offer still stands. */
export function counterOffer(
  context: DealContext,
  reference: string,
  { cents, words }: { readonly cents: Cents; readonly words: string },
): Promise<Taken | null> {
  return changeSale<Taken>(context, bySeller(reference), async (moment) => {
    const { sale, at } = moment;
    const refusal = whyNot(moment, "counter");
    if (refusal !== null) return { result: { refusal } };
    const counters = sale.messages.filter(({ kind }) => kind === "counter");
    const last = counters.findLast((one) => one.at > (sale.versions.at(-1)?.queued_at ?? ""));
    if (last?.amount_cents === cents && (last.words ?? "") === words) return taken;
    const today = counters.filter((one) => nzDate(new Date(one.at)) === nzDate(at));
    if (today.length >= countersADay)
      return { result: { refusal: { why: "tooMany", retryAfterSeconds: secondsToMidnight(at) } } };
    await addMessage(moment, { kind: "counter", words: words === "" ? null : words, amount_cents: cents });
    const events = [{ type: "countered", becomes: String(cents) }] as const;
    return { ...taken, events, record: { snoozed_until: null } };
  });
}

/** The seller does not sell to us. */
export function declineOffer(
  context: DealContext,
  reference: string,
  { words, seen }: { readonly words: string; readonly seen: number | null },
): Promise<Taken | null> {
  return changeSale<Taken>(context, bySeller(reference), async (moment) => {
    const { tx, sale, at } = moment;
    const version = currentVersion(sale, at);
    if (version?.state === "declined") return taken;
    if (seen !== null && version !== null && version.number !== seen)
      return { result: { refusal: { why: "stale" } } };
    const refusal = whyNot(moment, "decline");
    if (version === null || refusal !== null) return { result: { refusal: refusal ?? { why: "over" } } };
    await setVersionState(tx, offers, version, "declined", at);
    await addMessage(moment, { kind: "decline", words });
    return { ...taken, events: [{ type: "declined", was: String(version.number) }] };
  });
}

const bySeller = (reference: string) => ({ reference, userId: null, tellStaff: true }) as const;

function whyNot({ sale, at }: SaleMoment, action: SellerAction): NotTaken | null {
  if (sellerActions(sale, at).includes(action)) return null;
  const version = currentVersion(sale, at);
  return { why: version !== null && versionState(version, at) === "expired" ? "expired" : "over" };
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
