import type { Query } from "../database/database.ts";
import { countAgainst, countUses, type Limit } from "../limits/limits.ts";
import { mailboxOf } from "../limits/mailbox.ts";
import type { Proof } from "../limits/proof-of-work.ts";
import type { SubmitContext, SubmitRequest } from "./submit-context.ts";

const hourMs = 60 * 60_000;
const addressWindowMs = 10 * 60_000;
/** How often one submission may be tried again in an hour, where its mail did not go out. */
const triesPerHour = 10;

/**
 * What a submission ran into. `reserve`: the rest of the hour's mails is for submissions with a proof of
 * work. `proof`: the proof was spent before.
 */
export type LimitKind = "address" | "email" | "mails" | "reserve" | "proof" | "tries";

/** Thrown inside the transaction, so that what is refused leaves no count behind. */
export class LimitReached extends Error {
  override readonly name = "LimitReached";
  readonly kind: LimitKind;
  readonly retryAfterSeconds: number;

  constructor(kind: LimitKind, retryAfterSeconds: number) {
    super(`A limit is reached: ${kind}`);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Counts a new submission per address, per e-mail address and in all; throws where that is too many. */
export async function countSubmission(
  tx: Query,
  context: SubmitContext,
  request: SubmitRequest,
  proof: Proof | null,
): Promise<void> {
  const uses = await countUses(tx, limitsOf(context, request, proof), context.now());
  const reached = uses.find(({ count, most }) => count > most);
  if (reached === undefined) return;
  const isReserved = reached.kind === "mails" && reached.count <= context.limits.mailsPerHour;
  throw new LimitReached(isReserved ? "reserve" : reached.kind, reached.secondsLeft);
}

type SubmissionLimit = Limit & { readonly kind: LimitKind };

/** In this order everywhere: two PostgreSQL transactions then never wait for each other's rows. */
function limitsOf(
  { keys, limits }: SubmitContext,
  { clientAddress, values }: SubmitRequest,
  proof: Proof | null,
): SubmissionLimit[] {
  const { submissionsPerAddress, submissionsPerEmail, mailsPerHour, mailReserve } = limits;
  const found: SubmissionLimit[] = [];
  const add = (kind: LimitKind, name: string, most: number, windowMs: number) =>
    found.push({ kind, name, most, windowMs });
  add("address", keys.hash("limit", `submissions ${clientAddress}`), submissionsPerAddress, addressWindowMs);
  if (typeof values.email === "string") {
    const name = keys.hash("limit", `submissions by ${mailboxOf(values.email)}`);
    add("email", name, submissionsPerEmail, hourMs);
  }
  if (proof !== null) add("proof", proof.name, 1, proof.windowMs);
  add("mails", "staff mails in all", proof === null ? mailsPerHour - mailReserve : mailsPerHour, hourMs);
  return found;
}

/** A submission that is tried again was counted before; this only keeps it from being tried for ever. */
export async function countTry(tx: Query, { keys, now }: SubmitContext, key: string): Promise<void> {
  const limit = { name: keys.hash("limit", `tries ${key}`), most: triesPerHour, windowMs: hourMs };
  const wait = await countAgainst(tx, limit, now());
  if (wait !== null) throw new LimitReached("tries", wait);
}
