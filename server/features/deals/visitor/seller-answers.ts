import { secondsToMidnight } from "#domain/deals/deadlines.ts";
import type { Cents } from "#domain/deals/money.ts";
import { canAnswer } from "#domain/deals/sale-state.ts";
import type { Sale } from "#domain/deals/sale.ts";
import { currentVersion, versionState } from "#domain/deals/versions.ts";
import type { Work } from "#server/features/deals/deal/change-deal.ts";
import { setVersionState } from "#server/features/deals/deal/version-state.ts";
import { offers } from "#server/features/deals/sales/offers.ts";

import type { PressOutcome } from "./page-form.ts";
import { acceptRefusals, refusals } from "./refusals.ts";
import { addMessage, isEnoughToday } from "./visitor-actions.ts";

/** Notes that the seller wants another price. Our offer still stands. */
export async function counterOffer(
  work: Work<Sale>,
  { amount: cents, words }: { readonly amount: Cents; readonly words: string },
): Promise<PressOutcome> {
  const { deal: sale, at } = work;
  if (!canAnswer(sale, at)) return cannotAnswer(work);
  const counters = sale.messages.filter(({ kind }) => kind === "counter");
  const last = counters.findLast((one) => one.at > (sale.versions.at(-1)?.queued_at ?? ""));
  if (last?.amount_cents === cents && (last.words ?? "") === words) return { ok: true };
  if (isEnoughToday(work, "counter"))
    return { refusal: { ...refusals.tooManyPrices, retryAfterSeconds: secondsToMidnight(at) } };
  await addMessage(work, "counter", words === "" ? null : words, cents);
  work.event({ type: "countered", becomes: String(cents) });
  work.settleRecord({ snoozed_until: null });
  return { ok: true };
}

/** Notes that the seller does not sell to us. */
export async function declineOffer(
  work: Work<Sale>,
  { version: seen, words }: { readonly version: number | null; readonly words: string },
): Promise<PressOutcome> {
  const { deal: sale, at } = work;
  const version = currentVersion(sale, at);
  const before = sale.messages.findLast(({ kind }) => kind === "decline");
  if (version?.state === "declined" && before?.words === words) return { ok: true };
  if (seen !== null && version !== null && version.number !== seen) return { refusal: acceptRefusals.stale };
  if (version === null || !canAnswer(sale, at)) return cannotAnswer(work);
  await setVersionState(work, offers, version, "declined");
  await addMessage(work, "decline", words);
  work.event({ type: "declined", was: String(version.number) });
  return { ok: true };
}

function cannotAnswer({ deal: sale, at }: Work<Sale>): PressOutcome {
  const version = currentVersion(sale, at);
  const hasExpired = version !== null && versionState(version, at) === "expired";
  return { refusal: hasExpired ? acceptRefusals.expired : refusals.notNow };
}
