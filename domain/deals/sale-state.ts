import { isOpenStatus } from "#domain/record-status.ts";

import { endOfDay } from "./deadlines.ts";
import type { Step } from "./deal-state.ts";
import type { DealTools } from "./deal-wire.ts";
import { windowText } from "./offer.ts";
import { offerStates, pickUpStates, type SaleAction, type SaleStage, saleStages } from "./sale-states.ts";
import type { OfferVersion, PickUp, Sale } from "./sale.ts";
import type { NextStep } from "./stage.ts";
import { currentVersion, isExpired, versionState } from "./versions.ts";

/** The pick-up that counts: the last one, if it is not cancelled. */
export function activePickUp({ pickUps }: Sale): PickUp | null {
  const last = pickUps.at(-1);
  return last === undefined || last.state === "cancelled" ? null : last;
}

/** Returns null until a time is arranged. */
export function pickUpText({ from, to }: PickUp, at: Date): string | null {
  return from === null || to === null ? null : windowText({ from, to }, at);
}

export function hasCountered(sale: Sale): boolean {
  return countersOf(sale).length > 0;
}

/** Counter-prices since our last offer. */
function countersOf({ messages, versions }: Sale) {
  const { state, queued_at: sentAt = "" } = versions.at(-1) ?? {};
  return state === "out" ? messages.filter(({ kind, at }) => kind === "counter" && at > sentAt) : [];
}

/** Since when the seller waits for what we say to another price. */
export function counteredSince(sale: Sale): readonly string[] {
  const isOver = sale.machine !== null || activePickUp(sale) !== null || !isOpenStatus(sale.record.status);
  return isOver ? [] : countersOf(sale).map(({ at }) => at);
}

/** The stage that the seller reads (deals.md section 8). */
export function saleStage(sale: Sale, now: Date): SaleStage {
  const pickUp = activePickUp(sale);
  if (sale.machine !== null || pickUp?.state === "done") return "bought";
  if (pickUp !== null) return "accepted";
  const stage = offerStage(sale, now);
  if (stage === "cancelled" || stage === "declined") return stage;
  if (!isOpenStatus(sale.record.status)) return "cancelled";
  if (stage === "ready" && !hasCountered(sale)) return stage;
  if (waitsForPhotos(sale)) return "photos_wanted";
  return stage === "ready" ? "looking" : stage;
}

/** By the offer alone. */
function offerStage(sale: Sale, now: Date): SaleStage {
  const version = currentVersion(sale, now);
  return version === null ? "looking" : offerStates[versionState(version, now)].stage;
}

/** A request for photos holds until they have come, or we make an offer. */
function waitsForPhotos({ photos: { wanted }, versions }: Sale): boolean {
  if (wanted === null || wanted.missing.length === 0) return false;
  return wanted.at > (versions.at(-1)?.queued_at ?? "");
}

export function takesPhotos(sale: Sale, now: Date): boolean {
  return saleStages[saleStage(sale, now)].takesPhotos === true;
}

/** Allows the seller to accept our offer, to decline it or to want another price. */
export function canAnswer(sale: Sale, now: Date): boolean {
  const isEnded = activePickUp(sale) !== null || sale.machine !== null || !isOpenStatus(sale.record.status);
  return !isEnded && offerStage(sale, now) === "ready";
}

/** What staff do next. `isToAnswer`: a mail of the seller waits for an answer. */
export function saleStepOf(sale: Sale, isToAnswer: boolean, now: Date): Step {
  const step = (name: NextStep, until: string | null = null) => ({ step: name, until });
  const isOpen = isOpenStatus(sale.record.status);
  if (isToAnswer) return step("answer");
  if (sale.record.untold_at !== null) return step("tell");
  if (sale.machine !== null) return step("done");
  const pickUp = activePickUp(sale);
  if (pickUp?.state === "done") return step("purchase");
  if (pickUp !== null) return step("pick_up", pickUp.state === "missed" ? null : pickUp.to);
  if (!isOpen) return step("done");
  if (hasCountered(sale)) return step("answer");
  const newest = sale.versions.findLast(({ state }) => state !== "superseded");
  if (newest?.state === "approved" || newest?.state === "declined") return step("done");
  const isOut = newest?.state === "out";
  if (isOut && !isExpired(newest, now)) return step("waiting", endOfDay(newest.valid_until).toISOString());
  if (waitsForPhotos(sale)) return step("photos");
  return step(isOut ? "expired" : "offer");
}

/** Returns what staff can do about it now. */
export function saleTools(sale: Sale, now: Date): DealTools<SaleAction> {
  if (sale.machine !== null) return { next: null, others: [] };
  const pickUp = activePickUp(sale);
  const { next, others } = pickUp === null ? offerTools(sale, now) : pickUpTools(pickUp);
  const rest = others.filter((action) => action !== next);
  if (sale.record.untold_at === null) return { next, others: rest };
  return { next: "told", others: next === null ? rest : [next, ...rest] };
}

function pickUpTools({ state, from }: PickUp): DealTools<SaleAction> {
  const others = [...pickUpStates[state].actions, "purchase", "photos"] as const;
  const isUntimed = state === "arranged" && from === null;
  return { next: state === "done" ? "purchase" : isUntimed ? "missed" : "pick_up", others };
}

function offerTools(sale: Sale, now: Date): DealTools<SaleAction> {
  const version = currentVersion(sale, now);
  const stage = offerStage(sale, now);
  const isOut = stage === "ready";
  const canExtend = (isOut || stage === "expired") && version !== null && !haveTimesPassed(version, now);
  const isStuck = isOut && isMailStuck(version);
  const others: readonly SaleAction[] = [
    "photos",
    "offer",
    ...(isStuck ? (["again"] as const) : []),
    ...(canExtend ? (["extend"] as const) : []),
    ...(isOut ? (["withdraw"] as const) : []),
    "purchase",
  ];
  const isLeaving = sale.versions.at(-1)?.isPending === true;
  if (isLeaving || (isOut && !hasCountered(sale))) return { next: isStuck ? "again" : null, others };
  return { next: canExtend && !isOut ? "extend" : firstStep(sale), others };
}

/** Staff can send the mail again. */
function isMailStuck(version: OfferVersion | null): boolean {
  return ["failed", "unknown", "bounced"].includes(version?.mail?.state ?? "");
}

/** An offer whose times have all passed can't be accepted: it takes a new one. */
export function haveTimesPassed({ content }: OfferVersion, now: Date): boolean {
  const { pick_up: windows } = content;
  return windows.length > 0 && windows.every(({ from }) => new Date(from) <= now);
}

/** Asks for photos first, if there are none. */
function firstStep({ photos: { list, wanted } }: Sale): SaleAction {
  return list.length === 0 && wanted === null ? "photos" : "offer";
}
