import { hourMs, minuteMs } from "#domain/durations.ts";
import type { Query } from "#server/platform/database/database.ts";
import { networkOf } from "#server/platform/http/client-address.ts";
import { addUses, type Bucket, secondsUntilRoom } from "#server/services/limits/buckets.ts";
import type { Proof } from "#server/services/limits/proof-of-work.ts";

import { mailBudget } from "./mail-budget.ts";
import type { SubmitContext, SubmitRequest } from "./submit-context.ts";

/**
 * The limit that a submission reached. `network`: too many came from there. `mails`: the hour's mails are nearly used up.
 * `proof`: the proof of work was used before. `tries`: the same submission was tried too often.
 */
type LimitKind = "network" | "mails" | "proof" | "tries";

/** Thrown inside the transaction, so that a refused submission is not counted. */
export class LimitReached extends Error {
  override readonly name = "LimitReached";
  readonly kind: LimitKind;
  /** Until the submission would be accepted as it is. */
  readonly retryAfterSeconds: number;

  constructor(kind: LimitKind, retryAfterSeconds: number) {
    super(`A limit is reached: ${kind}`);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Counts a new submission for its network and in all. Throws LimitReached if a count is high, unless the submission
 * carries a proof of work (docs/decisions/002-limits-lead-to-a-proof-of-work.md).
 */
export async function countSubmission(
  tx: Query,
  context: SubmitContext,
  request: SubmitRequest,
  proof: Proof | null,
): Promise<void> {
  const used = await addUses(tx, budgetsOf(context, request, proof), context.now());
  const high = used.filter(({ uses, free }) => uses > free);
  if (high.length === 0) return;
  const spent = high.find(({ kind }) => kind === "proof");
  if (proof !== null && spent === undefined) return;
  if (!request.canProve && (await hasRoomWithoutProof(tx, context))) return;
  const seconds = high.map((budget) => secondsUntilRoom(budget, budget.free));
  throw new LimitReached(spent?.kind ?? high[0]?.kind ?? "mails", Math.max(...seconds));
}

/** A submission that is tried again was counted before; this only limits how often. */
export async function countTry(tx: Query, { keys, now }: SubmitContext, key: string): Promise<void> {
  const bucket = full(keys.hash("limit", `bucket of tries ${key}`), { most: triesPerHour, windowMs: hourMs });
  const [used] = await addUses(tx, [bucket], now());
  if (used !== undefined && used.uses > used.most)
    throw new LimitReached("tries", secondsUntilRoom(used, used.most));
}

const networkWindowMs = 10 * minuteMs;
/** How often a submission may be tried again in an hour if its mail failed. */
const triesPerHour = 10;

interface SubmissionBudget extends Bucket {
  readonly kind: LimitKind;
  readonly free: number; // Uses that need no proof of work.
}

/** Always in this order, so that two PostgreSQL transactions never wait for each other's rows. */
function budgetsOf(
  { keys, limits }: SubmitContext,
  { clientAddress }: SubmitRequest,
  proof: Proof | null,
): SubmissionBudget[] {
  const { submissionsPerAddress: most, mailsPerHour, mailReserve } = limits;
  const name = keys.hash("limit", `bucket of submissions ${networkOf(clientAddress)}`);
  return [
    { kind: "network", free: most, ...full(name, { most, windowMs: networkWindowMs }) },
    ...(proof === null
      ? []
      : [{ kind: "proof" as const, free: 1, ...full(proof.name, { most: 1, windowMs: proof.windowMs }) }]),
    { kind: "mails", free: mailsPerHour - mailReserve, ...mailBudget(limits) },
  ];
}

/** Lets some forms through that cannot carry a proof, so that browsers without scripts are not shut out. */
async function hasRoomWithoutProof(tx: Query, { limits, now }: SubmitContext): Promise<boolean> {
  const most = Math.max(1, Math.floor(limits.mailReserve / 4));
  const [used] = await addUses(
    tx,
    [full("bucket of forms without scripts", { most, windowMs: hourMs })],
    now(),
  );
  return used === undefined || used.uses <= most;
}

/** It holds more than is free, so that the wait grows with what came through with proofs. */
function full(name: string, { most, windowMs }: Pick<Bucket, "most" | "windowMs">): Bucket {
  return { name, most, windowMs, depth: 3 * most };
}
