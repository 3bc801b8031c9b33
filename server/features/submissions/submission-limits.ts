import type { Query } from "#server/platform/database/database.ts";
import { addUses, type Filled, secondsUntilRoom } from "#server/services/limits/buckets.ts";
import { hardestLevel, type Level, levelFor, type Proof } from "#server/services/limits/proof-of-work.ts";

import {
  budgetOfTries,
  budgetsBeyond,
  budgetsOf,
  budgetsWithoutProof,
  type LimitKind,
  type SubmissionBudget,
} from "./submission-budgets.ts";
import type { SubmitContext, SubmitRequest } from "./submit-context.ts";

/** Thrown inside the transaction, so that what is refused leaves no count behind. */
export class LimitReached extends Error {
  override readonly name = "LimitReached";
  readonly kind: LimitKind;
  /** Until it goes through as it is. */
  readonly retryAfterSeconds: number;
  /** The proof of work that lets it through now; 0: none does. */
  readonly level: Level;

  constructor(kind: LimitKind, retryAfterSeconds: number, level: Level = 0) {
    super(`A limit is reached: ${kind}`);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
    this.level = level;
  }
}

/**
 * Counts a new submission per address, per network around it, per e-mail address and in all. If a count is high,
 * it throws unless the submission carries a proof of work that is hard enough (docs/decisions/002).
 */
export async function countSubmission(
  tx: Query,
  context: SubmitContext,
  request: SubmitRequest,
  proof: Proof | null,
): Promise<void> {
  const now = context.now();
  const used = await addUses(tx, budgetsOf(context, request, proof), now);
  const demands = used.map((budget) => demandOf(budget));
  if (used.some(isUsedUp)) {
    const beyond = await addUses(tx, budgetsBeyond(context, request), now);
    demands.push(...beyond.map((budget) => demandOf(budget, hardestLevel)));
  }
  const demand = strictest(demands);
  if (demand === null) return;
  const isSpent = used.some(({ kind, uses, most }) => kind === "proof" && uses > most);
  if (proof !== null && !isSpent && context.proofOfWork.isEnough(proof, demand.level)) return;
  if (!request.canProve && (await hasRoomWithoutProof(tx, context, request))) return;
  throw new LimitReached(isSpent ? "proof" : demand.kind, demand.seconds, demand.level);
}

type Used = SubmissionBudget & Filled;

function isUsedUp({ kind, uses, most }: Used): boolean {
  return kind === "mails" && uses > most;
}

interface Demand {
  readonly kind: LimitKind;
  readonly level: Level;
  /** Until it goes through without a proof. */
  readonly seconds: number;
}

/** The first level that this budget demands comes after `below`. */
function demandOf(budget: Used, below: Level = 0): Demand {
  const level = levelFor(budget, budget.uses);
  const kind = budget.kind === "mails" && !isUsedUp(budget) ? "reserve" : budget.kind;
  return { kind, level: level === 0 ? 0 : below + level, seconds: secondsUntilRoom(budget, budget.free) };
}

/** The hardest of them, and the longest time to wait. */
function strictest(demands: readonly Demand[]): Demand | null {
  const made = demands.filter(({ level }) => level > 0);
  const [hardest] = made.toSorted((one, other) => other.level - one.level);
  return hardest === undefined
    ? null
    : { ...hardest, seconds: Math.max(...made.map(({ seconds }) => seconds)) };
}

async function hasRoomWithoutProof(
  tx: Query,
  context: SubmitContext,
  request: SubmitRequest,
): Promise<boolean> {
  const used = await addUses(tx, budgetsWithoutProof(context, request), context.now());
  return used.every(({ uses, most }) => uses <= most);
}

/** A submission that is tried again was counted before; this only keeps it from being tried for ever. */
export async function countTry(tx: Query, context: SubmitContext, key: string): Promise<void> {
  const used = await addUses(tx, [budgetOfTries(context, key)], context.now());
  const reached = used.find(({ uses, most }) => uses > most);
  if (reached !== undefined) throw new LimitReached("tries", secondsUntilRoom(reached, reached.most));
}
