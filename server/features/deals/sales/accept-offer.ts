import { randomUUID } from "node:crypto";

import { formatCents } from "#domain/deals/money.ts";
import { type PickUpWindow, windowText } from "#domain/deals/offer.ts";
import { cashMostCents, otherTime, type PayWay } from "#domain/deals/sale-states.ts";
import type { Outcome } from "#domain/outcome.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import { type DealMail, queueDealMail } from "#server/features/deals/deal/deal-mail.ts";
import { currentVersion, versionState } from "#server/features/deals/deal/deal-state.ts";
import { setVersionState } from "#server/features/deals/deal/version-state.ts";
import { answeredAt } from "#server/features/records/derived-columns.ts";

import { changeSale, type SaleMoment } from "./change-sale.ts";
import { offers } from "./offers.ts";
import type { OfferVersion, PickUp } from "./read-sale.ts";
import { activePickUp, canAnswer } from "./sale-state.ts";

export interface Acceptance {
  readonly reference: string;
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
  | "stale" // Not the current version, or other content: nothing was agreed.
  | "expired"
  | "over" // Declined, withdrawn, or its pick-up cancelled.
  | "noWindow"
  | "passed"
  | "cash";
type Accepted = Outcome<true, AcceptRefusal>;

/** The acceptance, its pick-up and its mail: one transaction. The first one counts, and everybody after it sees it. */
export function acceptOffer(context: DealContext, acceptance: Acceptance): Promise<Accepted | null> {
  const { reference } = acceptance;
  const options = { reference, userId: null, tellStaff: true };
  return changeSale<Accepted>(context, options, async (moment) => {
    const { tx, sale, at } = moment;
    const active = activePickUp(sale);
    if (active !== null) return { result: isSame(acceptance, moment) ? { ok: true } : { refusal: "stale" } };
    const agreed = agree(moment, acceptance);
    if ("refusal" in agreed) return { result: agreed };
    const { version, window } = agreed.ok;
    const pickUp = await arrange(context, moment, acceptance, window);
    await setVersionState(tx, offers, version, "approved", at);
    await queueDealMail(tx, context, sale, pickUpMail(moment, version, pickUp), { at });
    return {
      result: { ok: true },
      events: [{ type: "offer_accepted", becomes: String(version.number) }],
      record: { status: "in_progress", duplicate_of: null, snoozed_until: null },
      // The mail that would have answered may not have left, and is stopped.
      answer: answeredAt(context.calendar, sale.record, { by: "offer", at }),
    };
  });
}

function isSame({ number, hash }: Acceptance, { sale }: SaleMoment): boolean {
  const accepted = sale.versions.find((version) => version.number === activePickUp(sale)?.number);
  return accepted?.number === number && accepted.content_hash === hash;
}

interface Agreed {
  readonly version: OfferVersion;
  /** Null if the time is still to be arranged. */
  readonly window: PickUpWindow | null;
}

/** What is agreed, if the version is the one that the seller saw and still stands. */
function agree(
  { sale, at }: SaleMoment,
  { number, hash, from, pay }: Acceptance,
): Outcome<Agreed, AcceptRefusal> {
  const version = currentVersion(sale, at);
  if (version?.number !== number || version.content_hash !== hash) return { refusal: "stale" };
  if (!canAnswer(sale, at)) return { refusal: versionState(version, at) === "expired" ? "expired" : "over" };
  const window = chosenIn(version.content.pick_up, from);
  if (window === undefined) return { refusal: "noWindow" };
  if (window !== null && new Date(window.from) <= at) return { refusal: "passed" };
  if (pay === "cash" && version.amount_cents > cashMostCents) return { refusal: "cash" };
  return { ok: { version, window } };
}

function chosenIn(windows: readonly PickUpWindow[], from: string | null): PickUpWindow | null | undefined {
  if (windows.length === 0 || from === otherTime) return null;
  return windows.find((one) => Date.parse(one.from) === Date.parse(from ?? ""));
}

async function arrange(
  { linkKeys }: DealContext,
  { tx, at }: SaleMoment,
  { reference, number, pay, account, isGstRegistered }: Acceptance,
  window: PickUpWindow | null,
): Promise<PickUp> {
  const id = randomUUID();
  const pickUp = {
    id,
    ref_number: reference,
    number,
    state: "arranged" as const,
    from_at: window?.from ?? null,
    until_at: window?.to ?? null,
    pay,
    account: account === null ? null : linkKeys.seal(account, `account of ${id}`),
    is_gst_registered: isGstRegistered,
    accepted_at: at.toISOString(),
    changed_at: at.toISOString(),
  };
  await tx.insertInto("pick_ups").values(pickUp).execute();
  return pickUp;
}

/** Without the account: it is on no page and in no mail. */
function pickUpMail({ sale, at }: SaleMoment, { content }: OfferVersion, pickUp: PickUp): DealMail {
  const { from_at: from, until_at: to } = pickUp;
  const when = from === null || to === null ? null : windowText({ from, to }, at);
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
