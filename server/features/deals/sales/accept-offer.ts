import { randomUUID } from "node:crypto";

import { formatCents } from "#domain/deals/money.ts";
import type { PickUpWindow } from "#domain/deals/offer.ts";
import { activePickUp, canAnswer, pickUpText } from "#domain/deals/sale-state.ts";
import { cashMostCents, otherTime, type PayWay } from "#domain/deals/sale-states.ts";
import type { OfferVersion, PickUp, Sale } from "#domain/deals/sale.ts";
import { currentVersion, versionState } from "#domain/deals/versions.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { Work } from "#server/features/deals/deal/change-deal.ts";
import type { DealMail } from "#server/features/deals/deal/deal-mail.ts";
import { setVersionState } from "#server/features/deals/deal/version-state.ts";
import { answeredAt } from "#server/features/records/derived-columns.ts";

import { offers } from "./offers.ts";

export interface Acceptance {
  readonly number: number;
  readonly hash: string;
  /** When the chosen window begins, or `otherTime`; null if none was to choose. */
  readonly from: string | null;
  readonly pay: PayWay;
  /** The seller's bank account; null for cash. */
  readonly account: string | null;
  readonly isGstRegistered: boolean;
}

/** Why an offer can't be accepted. */
export type AcceptRefusal =
  | "stale" // The version or its content is another one: nothing was agreed.
  | "expired"
  | "over" // Declined, withdrawn, or its pick-up cancelled.
  | "noWindow"
  | "passed"
  | "cash";

/** Accepts an offer, with its pick-up and its mail. The first acceptance counts, and the same one again succeeds. */
export async function acceptOffer(
  work: Work<Sale>,
  acceptance: Acceptance,
): Promise<Outcome<true, AcceptRefusal>> {
  const { context, deal: sale, at } = work;
  const active = activePickUp(sale);
  if (active !== null) {
    const accepted = sale.versions.find(({ number }) => number === active.number);
    return isVersionIn(acceptance, accepted) ? { ok: true } : { refusal: "stale" };
  }
  const version = currentVersion(sale, at);
  if (!isVersionIn(acceptance, version)) return { refusal: "stale" };
  if (!canAnswer(sale, at)) return { refusal: versionState(version, at) === "expired" ? "expired" : "over" };
  const window = chosenIn(version.content.pick_up, acceptance.from);
  if (window === undefined) return { refusal: "noWindow" };
  if (window !== null && new Date(window.from) <= at) return { refusal: "passed" };
  if (acceptance.pay === "cash" && version.amount_cents > cashMostCents) return { refusal: "cash" };
  const pickUp = await arrangePickUp(work, acceptance, window);
  await setVersionState(work, offers, version, "approved");
  await work.mail(pickUpMail(work, version, pickUp));
  work.event({ type: "offer_accepted", becomes: String(version.number) });
  work.settleRecord(
    { status: "in_progress", duplicate_of: null, snoozed_until: null },
    // The mail that would have answered may not have left, and is stopped.
    answeredAt(context.calendar, sale.record, { by: "offer", at }),
  );
  return { ok: true };
}

/** True for the version that the seller saw. */
function isVersionIn(
  { number, hash }: Acceptance,
  version: OfferVersion | null | undefined,
): version is OfferVersion {
  return version?.number === number && version.content_hash === hash;
}

/** Returns null for a time that is still to be arranged, undefined for one that we don't offer. */
function chosenIn(windows: readonly PickUpWindow[], from: string | null): PickUpWindow | null | undefined {
  if (windows.length === 0 || from === otherTime) return null;
  return windows.find((one) => Date.parse(one.from) === Date.parse(from ?? ""));
}

async function arrangePickUp(
  { context: { linkKeys }, tx, deal: { reference }, at }: Work<Sale>,
  { number, pay, account, isGstRegistered }: Acceptance,
  window: PickUpWindow | null,
): Promise<PickUp> {
  const id = randomUUID();
  const [from, to] = [window?.from ?? null, window?.to ?? null];
  const facts = { id, number, state: "arranged", pay, accepted_at: at.toISOString() } as const;
  await tx
    .insertInto("pick_ups")
    .values({
      ...facts,
      ref_number: reference,
      from_at: from,
      until_at: to,
      account: account === null ? null : linkKeys.seal(account, `account of ${id}`),
      is_gst_registered: isGstRegistered,
      changed_at: facts.accepted_at,
    })
    .execute();
  return { ...facts, from, to, gst_registered: isGstRegistered };
}

/** The mail does not name the bank account: no page and no mail does. */
function pickUpMail({ deal: sale, at }: Work<Sale>, { content }: OfferVersion, pickUp: PickUp): DealMail {
  const when = pickUpText(pickUp, at);
  const cents = formatCents(content.amount_cents);
  return {
    key: `pick-up/${pickUp.id}`,
    subject: `Pick-up ${sale.reference}: ${when ?? "we ring you to arrange the time"}`,
    heading: "Offer accepted: pick-up",
    paragraphs: [
      "Thank you for selling to us. Have these ready when we come: your driver licence, passport or other photo ID, and the machine’s papers, if there are any.",
      `The law asks us to look at your ID and to record the sale. ${when === null ? "We ring you to arrange the time." : "If the time no longer suits you, ring us."}`,
    ],
    facts: [
      ...(when === null ? [] : [{ label: "Pick-up", value: when }]),
      { label: "Machine", value: content.machine },
      {
        label: "We pay",
        value: pickUp.pay === "cash" ? `${cents} in cash` : `${cents} into your bank account`,
      },
    ],
    button: "See your page",
  };
}
