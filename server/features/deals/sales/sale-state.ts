import { endOfDay } from "#domain/deals/deadlines.ts";
import {
  offerStates,
  pickUpChanges,
  type PickUpChange,
  type SaleAction,
  type SaleStage,
  saleStages,
  type SellerAction,
} from "#domain/deals/sale-states.ts";
import type { NextStep } from "#domain/deals/stage.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { isOpenStatus } from "#domain/record-status.ts";
import {
  currentVersion,
  isExpired,
  type Step,
  versionState,
} from "#server/features/deals/deal/deal-state.ts";
import { DatabaseUnavailable, type Query } from "#server/platform/database/database.ts";
import { noteMailProblem } from "#server/services/mail/mail-problem.ts";

import { type OfferVersion, type PickUp, readSale, type Sale } from "./read-sale.ts";

/** The pick-up that counts: the last one, if it is not cancelled. */
export function activePickUp({ pickUps }: Pick<Sale, "pickUps">): PickUp | null {
  const last = pickUps.at(-1);
  return last === undefined || last.state === "cancelled" ? null : last;
}

/** Whether the seller wants another price than our last offer. */
export function hasCountered({ messages, versions }: Sale): boolean {
  const { state, queued_at: sentAt = "" } = versions.at(-1) ?? {};
  if (state !== "out") return false;
  return messages.some(({ kind, at }) => kind === "counter" && at > sentAt);
}

/** Where it stands for the seller (deals.md section 8). */
export function saleStage(sale: Sale, now: Date): SaleStage {
  const pickUp = activePickUp(sale);
  if (sale.machine !== null || pickUp?.state === "done") return "bought";
  if (pickUp !== null) return "accepted";
  const isOpen = isOpenStatus(sale.record.status);
  const version = currentVersion(sale, now);
  const { stage: own } =
    version === null ? { stage: "looking" as const } : offerStates[versionState(version, now)];
  if (own === "cancelled" || own === "declined") return own;
  if (!isOpen) return "cancelled";
  const stage = own === "ready" && hasCountered(sale) ? "looking" : own;
  return stage !== "ready" && waitsForPhotos(sale) ? "photos_wanted" : stage;
}

/** A request for photos holds until they have come, or we make an offer. */
function waitsForPhotos({ request, versions }: Sale): boolean {
  if (request === null || request.missing.length === 0) return false;
  return request.at > (versions.at(-1)?.queued_at ?? "");
}

/** Whether photos still help. */
export function takesPhotos(sale: Sale, now: Date): boolean {
  return saleStages[saleStage(sale, now)].takesPhotos === true;
}

/** What the seller can do now. */
export function sellerActions(sale: Sale, now: Date): readonly SellerAction[] {
  const version = currentVersion(sale, now);
  if (version === null || activePickUp(sale) !== null || sale.machine !== null) return [];
  if (!isOpenStatus(sale.record.status)) return [];
  return offerStates[versionState(version, now)].seller;
}

/** A mail of theirs waits for an answer, and no offer was sent since. */
function isAsked({ record, versions }: Sale): boolean {
  return record.asked_at !== null && (versions.at(-1)?.queued_at ?? "") < record.asked_at;
}

/** What staff do next, in the lists. */
function nextStepOf(sale: Sale, now: Date): Step {
  const step = (name: NextStep, until: string | null = null) => ({ step: name, until });
  const isOpen = isOpenStatus(sale.record.status);
  if (isAsked(sale)) return step("answer");
  if (sale.machine !== null) return step("done");
  const pickUp = activePickUp(sale);
  if (pickUp?.state === "done") return step("purchase");
  if (pickUp !== null) return step("pick_up", pickUp.state === "missed" ? null : pickUp.until_at);
  if (!isOpen) return step("done");
  if (hasCountered(sale)) return step("answer");
  const newest = sale.versions.findLast(({ state }) => state !== "superseded");
  const ended = newest !== undefined && newest.state !== "withdrawn";
  if (ended && newest.state !== "out") return step("done");
  if (ended && !isExpired(newest, now)) return step("waiting", endOfDay(newest.valid_until).toISOString());
  if (waitsForPhotos(sale)) return step("photos");
  return step(ended ? "expired" : "offer");
}

/** What staff can do now; `next` is the obvious one. */
export function saleActionsNow(
  sale: Sale,
  now: Date,
): { readonly next: SaleAction | null; readonly may: readonly SaleAction[] } {
  if (sale.machine !== null) return { next: null, may: [] };
  const pickUp = activePickUp(sale);
  if (pickUp !== null) {
    const changes = { pick_up: "done", missed: "missed", cancel: "cancel" } as const;
    const can = (change: PickUpChange) => pickUpChanges[change].from.some((from) => from === pickUp.state);
    const may = (["pick_up", "missed", "cancel"] as const).filter((action) => can(changes[action]));
    return { next: pickUp.state === "done" ? "purchase" : "pick_up", may: [...may, "purchase", "photos"] };
  }
  const version = currentVersion(sale, now);
  const isOut = version !== null && offerStates[versionState(version, now)].stage === "ready";
  const hasExpired = version !== null && versionState(version, now) === "expired";
  const canExtend = (isOut || hasExpired) && !haveTimesPassed(version, now);
  const onVersion: readonly SaleAction[] = [
    ...(canExtend ? (["extend"] as const) : []),
    ...(isOut ? (["withdraw"] as const) : []),
  ];
  const isToOffer = !isOut || hasCountered(sale);
  const isLeaving = sale.versions.at(-1)?.isPending === true;
  const next = isLeaving ? null : hasExpired && canExtend ? "extend" : isToOffer ? firstStep(sale) : null;
  return { next, may: ["photos", "offer", ...onVersion, "purchase"] };
}

/** Nobody could accept the offer any more: it takes a new one with times to come. */
export function haveTimesPassed({ content }: Pick<OfferVersion, "content">, now: Date): boolean {
  return content.pick_up.every(({ from }) => new Date(from) <= now);
}

/** Without photos we ask for them first. */
function firstStep({ photos, request }: Sale): SaleAction {
  return photos.length === 0 && request === null ? "photos" : "offer";
}

/** Notes what staff do next, for the lists. */
export async function noteSaleStep(tx: Query, reference: string, at: Date): Promise<void> {
  const sale = await readSale(tx, reference);
  if (sale === null) throw new DatabaseUnavailable("The vehicle was removed during the change");
  const { step, until } = nextStepOf(sale, at);
  await tx
    .updateTable(vehicleSubmission.table)
    .set({ next_step: step, step_until: until, ...(isAsked(sale) ? {} : { asked_at: null }) })
    .where("ref_number", "=", reference)
    .execute();
  await noteMailProblem(tx, vehicleSubmission.table, sale.record.id);
}
