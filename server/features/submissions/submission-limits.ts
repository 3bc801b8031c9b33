import { hourMs, minuteMs } from "#domain/durations.ts";
import { emailOf } from "#domain/submission-values.ts";
import type { Query } from "#server/platform/database/database.ts";
import { networksAround } from "#server/platform/http/client-address.ts";
import { addUses, type Bucket, type Filled, secondsUntilRoom } from "#server/services/limits/buckets.ts";
import { mailboxOf } from "#server/services/limits/mailbox.ts";
import {
  type Budget,
  hardestLevel,
  type Level,
  levelFor,
  type Proof,
  steepestLevel,
} from "#server/services/limits/proof-of-work.ts";

import { mailBudget } from "./mail-budget.ts";
import type { SubmitContext, SubmitRequest } from "./submit-context.ts";

/**
 * The limit that a submission reached. `address`, `network` and `email`: too many came from there or with that
 * e-mail address. `reserve`: the rest of the hour's mails is for submissions with a proof of work. `mails`:
 * nothing is left. `proof`: the proof was used before. `tries`: the same submission was tried too often.
 */
type LimitKind = "address" | "network" | "email" | "reserve" | "mails" | "proof" | "tries";

type SubmissionBudget = Bucket & Budget & { readonly kind: LimitKind };

/** Thrown inside the transaction, so that a refused submission is not counted. */
export class LimitReached extends Error {
  override readonly name = "LimitReached";
  readonly kind: LimitKind;
  /** Until the submission would be accepted as it is. */
  readonly retryAfterSeconds: number;
  /** The proof of work that gets it accepted now; 0 if none does. */
  readonly level: Level;

  constructor(kind: LimitKind, retryAfterSeconds: number, level: Level = 0) {
    super(`A limit is reached: ${kind}`);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
    this.level = level;
  }
}

/**
 * Counts a new submission per address, per network around it, per e-mail address and in all. Throws LimitReached
 * if a count is high, unless the submission carries a proof of work that is hard enough (docs/decisions/002).
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
  /** Until no proof is needed. */
  readonly seconds: number;
}

/** What a budget demands: `below` is added to its levels. */
function demandOf(budget: Used, below: Level = 0): Demand {
  const level = levelFor(budget, budget.uses);
  const kind = budget.kind === "mails" && !isUsedUp(budget) ? "reserve" : budget.kind;
  return { kind, level: level === 0 ? 0 : below + level, seconds: secondsUntilRoom(budget, budget.free) };
}

/** Combines the hardest level with the longest wait. */
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

/** A submission that is tried again was counted before; this only limits how often. */
export async function countTry(tx: Query, context: SubmitContext, key: string): Promise<void> {
  const used = await addUses(tx, [budgetOfTries(context, key)], context.now());
  const reached = used.find(({ uses, most }) => uses > most);
  if (reached !== undefined) throw new LimitReached("tries", secondsUntilRoom(reached, reached.most));
}

const addressWindowMs = 10 * minuteMs;
/** How often a submission may be tried again in an hour if its mail failed. */
const triesPerHour = 10;
/** Forms without scripts that one network may send in an hour while others need a proof of work. */
const formsPerNetwork = 2;

/** Always in this order, so that two PostgreSQL transactions never wait for each other's rows. */
function budgetsOf(context: SubmitContext, request: SubmitRequest, proof: Proof | null): SubmissionBudget[] {
  const { keys, limits } = context;
  const budgets = networkBudgets(context, request, "submissions", {
    most: limits.submissionsPerAddress,
    windowMs: addressWindowMs,
  });
  const email = emailOf(request.submission, request.values);
  if (email !== undefined) {
    const name = keys.hash("limit", `bucket of submissions by ${mailboxOf(email)}`);
    const share = { most: limits.submissionsPerEmail, windowMs: hourMs };
    budgets.push(openBudget("email", name, share, hardestLevel));
  }
  if (proof !== null) budgets.push(openBudget("proof", proof.name, { ...proof, most: 1 }, 0));
  return [...budgets, { kind: "mails", ...mailBudget(limits) }];
}

/**
 * What a network may send beyond the hour's mails before it needs more than the hardest level: a tenth of its
 * usual share. A few busy networks then cannot fill the mailbox, and all others still get through.
 */
function budgetsBeyond(context: SubmitContext, request: SubmitRequest): SubmissionBudget[] {
  const most = Math.max(1, Math.floor(context.limits.submissionsPerAddress / 10));
  return networkBudgets(context, request, "submissions beyond", { most, windowMs: hourMs });
}

/** Lets a few forms through that cannot carry a proof, so that browsers without scripts are not shut out. */
function budgetsWithoutProof(
  { keys, limits }: SubmitContext,
  { clientAddress }: SubmitRequest,
): SubmissionBudget[] {
  const network = networksAround(clientAddress).at(-1) ?? clientAddress;
  const inAll = { most: Math.max(1, Math.floor(limits.mailReserve / 4)), windowMs: hourMs };
  const ofNetwork = { most: formsPerNetwork, windowMs: hourMs };
  const name = keys.hash("limit", `bucket of forms without scripts ${network}`);
  return [
    openBudget("network", name, ofNetwork, 0),
    openBudget("reserve", "bucket of forms without scripts", inAll, 0),
  ];
}

function budgetOfTries({ keys }: SubmitContext, key: string): SubmissionBudget {
  const name = keys.hash("limit", `bucket of tries ${key}`);
  return openBudget("tries", name, { most: triesPerHour, windowMs: hourMs }, 0);
}

interface Share {
  readonly most: number;
  readonly windowMs: number;
}

/** The shares of the networks around an address, as multiples of its own: a network has many people. */
const sharesAround = { ipv4: [4], ipv6: [2, 4] } as const;

/** One for the address and one for each network around it. Beyond them the proofs become harder and harder. */
function networkBudgets(
  { keys }: SubmitContext,
  { clientAddress }: SubmitRequest,
  what: string,
  { most, windowMs }: Share,
): SubmissionBudget[] {
  const around = networksAround(clientAddress);
  const shares = around.length === 1 ? sharesAround.ipv4 : sharesAround.ipv6;
  const budget = (kind: LimitKind, network: string, times: number) => {
    const name = keys.hash("limit", `bucket of ${what} ${network}`);
    return openBudget(kind, name, { most: times * most, windowMs }, steepestLevel);
  };
  const wider = around.map((network, index) => budget("network", network, shares[index] ?? 1));
  return [budget("address", clientAddress, 1), ...wider];
}

/** The whole share is free; with proofs of work as much again is allowed. */
function openBudget(
  kind: LimitKind,
  name: string,
  { most, windowMs }: Share,
  steepest: Level,
): SubmissionBudget {
  return { kind, name, most, windowMs, depth: 3 * most, free: most, reserve: most, steepest };
}
