import { dayMs, hourMs, minuteMs } from "#domain/durations.ts";
import type { Notice } from "#domain/notice.ts";
import type { Limits } from "#server/platform/config/config.ts";
import type { Query } from "#server/platform/database/database.ts";
import { networkOf } from "#server/platform/http/client-address.ts";
import {
  addUses,
  type Bucket,
  countAgainst,
  readUses,
  secondsUntilRoom,
} from "#server/services/limits/limits.ts";
import type { SolvedChallenge } from "#server/services/limits/proof-of-work.ts";
import type { Services } from "#server/services/services.ts";

type LimitContext = Pick<Services, "keys" | "limits" | "now">;

/**
 * The limit that a submission reached. `network`: too many came from there. `mails`: the hour's mails are nearly used up.
 * `proof`: the proof of work was used before. `tries`: the same submission was tried too often.
 */
type LimitKind = "network" | "mails" | "proof" | "tries";

/** Thrown inside the transaction, so that a refused submission is not counted. */
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

/**
 * Counts a new submission for its network and in all. Throws LimitReached if a count is high, unless the submission
 * carries a proof of work (docs/decisions/002-limits-lead-to-a-proof-of-work.md).
 */
export async function countSubmission(
  tx: Query,
  context: LimitContext,
  { clientAddress, canProve }: { readonly clientAddress: string; readonly canProve: boolean },
  proof: SolvedChallenge | null,
): Promise<void> {
  const { keys, limits, now } = context;
  const spent = proof === null ? null : await countAgainst(tx, { ...proof, most: 1 }, now());
  if (spent !== null) throw new LimitReached("proof", spent);
  const name = keys.hash("limit", `bucket of submissions ${networkOf(clientAddress)}`);
  const most = limits.submissionsPerAddress;
  // Always in this order, so that two PostgreSQL transactions never wait for each other's rows.
  const used = await addUses(
    tx,
    [
      { kind: "network", free: most, ...full(name, most, networkWindowMs) } as const,
      { kind: "mails", free: limits.mailsPerHour - limits.mailReserve, ...mailBudget(limits) } as const,
    ],
    now(),
  );
  const high = used.filter(({ uses, free }) => uses > free);
  if (high[0] === undefined || proof !== null) return;
  if (!canProve && (await hasRoomWithoutProof(tx, context))) return;
  throw new LimitReached(high[0].kind, Math.max(...high.map((one) => secondsUntilRoom(one, one.free))));
}

const networkWindowMs = 10 * minuteMs;
/** How often a submission may be tried again in an hour if its mail failed. */
const triesPerHour = 10;

/** A submission that is tried again was counted before; this only limits how often. */
export async function countTry(tx: Query, { keys, now }: LimitContext, key: string): Promise<void> {
  const bucket = full(keys.hash("limit", `bucket of tries ${key}`), triesPerHour, hourMs);
  const [used] = await addUses(tx, [bucket], now());
  if (used !== undefined && used.uses > used.most)
    throw new LimitReached("tries", secondsUntilRoom(used, used.most));
}

/** Lets some forms through that cannot carry a proof, so that browsers without scripts are not shut out. */
async function hasRoomWithoutProof(tx: Query, { limits, now }: LimitContext): Promise<boolean> {
  const most = Math.max(1, Math.floor(limits.mailReserve / 4));
  const [used] = await addUses(tx, [full("bucket of forms without scripts", most, hourMs)], now());
  return used === undefined || used.uses <= most;
}

/** Holds more than is free, so that the wait grows with submissions that came through with proofs. */
function full(name: string, most: number, windowMs: number): Bucket {
  return { name, most, windowMs, depth: 3 * most };
}

/** Limits what all visitors together send. Excess is not counted, so that the forms are free again soon after a flood. */
function mailBudget({ mailsPerHour: most }: Limits): Bucket {
  return { name: "bucket of staff mails in all", most, windowMs: hourMs, depth: most };
}

interface BudgetState {
  /** Runs from 1 for an unused budget down to 0. */
  readonly share: number;
  readonly needsProof: boolean;
}

export async function readMailBudget(db: Query, limits: Limits, now: Date): Promise<BudgetState> {
  const [{ uses } = { uses: 0 }] = await readUses(db, [mailBudget(limits)], now);
  const { mailsPerHour, mailReserve } = limits;
  return {
    share: Math.max(0, 1 - uses / mailsPerHour),
    needsProof: uses + 1 > mailsPerHour - mailReserve,
  };
}

/** Says that visitors need a proof of work, because the hour's mails are running out. */
export async function floodNotice({
  database,
  limits,
  now,
}: Pick<Services, "database" | "limits" | "now">): Promise<Notice | null> {
  const { needsProof, share } = await readMailBudget(database.reader, limits, now());
  if (!needsProof) return null;
  const used = `${Math.round((1 - share) * 100)} % of the ${limits.mailsPerHour} mails of an hour are used up.`;
  return {
    id: "flood",
    severity: "danger",
    title: "The forms are being flooded.",
    words:
      `${used} Visitors still get through; their browser makes a calculation of up to ${limits.proofSeconds} seconds first, and ` +
      "browsers without JavaScript may have to wait. Let the person who runs the server know, and read new records with care.",
  };
}

const receiptsPerMailboxAndDay = 3;

/**
 * Counts one receipt; false, without counting, if there is no room. Anyone can enter any address, and unwanted mail
 * costs our domain its reputation: one mailbox gets at most three a day, and there is an hourly budget for each mail
 * domain and for all: a fifth of the hour's mails, half of them for one domain, but at least what a small shop needs.
 * Once a quarter of it is used, only submissions with a proof of work get a receipt.
 */
export async function countReceipt(
  tx: Query,
  { keys, limits, now }: LimitContext,
  email: string,
  isProven: boolean,
): Promise<boolean> {
  const inAll = Math.max(40, Math.floor(limits.mailsPerHour / 5));
  const ofDomain = Math.floor(inAll / 2);
  const mailbox = mailboxOf(email);
  const domain = keys.hash("limit", `bucket of receipts to ${mailbox.slice(mailbox.lastIndexOf("@") + 1)}`);
  const shared = { windowMs: hourMs, depth: inAll };
  const budgets = [
    { ...shared, name: "bucket of receipts in all", most: inAll, free: isProven ? inAll : inAll / 4 },
    { ...shared, name: domain, most: ofDomain, free: ofDomain },
  ];
  const used = await readUses(tx, budgets, now());
  if (used.some(({ uses, free }) => uses + 1 > free)) return false;
  const name = keys.hash("limit", `receipts ${mailbox}`);
  const wait = await countAgainst(tx, { name, most: receiptsPerMailboxAndDay, windowMs: dayMs }, now());
  if (wait !== null) return false;
  await addUses(tx, budgets, now());
  return true;
}

/** Unifies an address, for counting only. Gmail ignores dots (https://support.google.com/mail/answer/7436150). */
function mailboxOf(email: string): string {
  const [, name = "", domain = ""] = /^(.[^+]*).*@(.*)$/s.exec(email.toLowerCase()) ?? [];
  const isGmail = domain === "gmail.com" || domain === "googlemail.com";
  return isGmail ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
