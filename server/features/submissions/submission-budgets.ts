import { emailOf } from "#domain/submission-values.ts";
import { networksAround } from "#server/platform/http/client-address.ts";
import type { Bucket } from "#server/services/limits/buckets.ts";
import { mailboxOf } from "#server/services/limits/mailbox.ts";
import {
  type Budget,
  hardestLevel,
  type Level,
  type Proof,
  steepestLevel,
} from "#server/services/limits/proof-of-work.ts";

import { hourMs, mailBudget } from "./mail-budget.ts";
import type { SubmitContext, SubmitRequest } from "./submit-context.ts";

/**
 * What a submission ran into. `address` and `network`: much came from there. `email`: much came with that e-mail
 * address. `reserve`: what is left of the hour's mails is for submissions with a proof of work; `mails`: nothing
 * is left. `proof`: the proof was spent before. `tries`: the same submission, again and again.
 */
export type LimitKind = "address" | "network" | "email" | "reserve" | "mails" | "proof" | "tries";

export type SubmissionBudget = Bucket & Budget & { readonly kind: LimitKind };

const addressWindowMs = 10 * 60_000;
/** How often one submission may be tried again in an hour if its mail did not go out. */
const triesPerHour = 10;
/** Forms without scripts from one network that are taken in an hour while others need a proof of work. */
const formsPerNetwork = 2;

/** In this order everywhere: two PostgreSQL transactions then never wait for each other's rows. */
export function budgetsOf(
  context: SubmitContext,
  request: SubmitRequest,
  proof: Proof | null,
): SubmissionBudget[] {
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
 * What a network may have of the mails beyond the hour's budget before it pays more than the hardest level: a
 * tenth of its usual share in a whole hour. A few busy networks then cannot fill the mailbox, and all others
 * still get through.
 */
export function budgetsBeyond(context: SubmitContext, request: SubmitRequest): SubmissionBudget[] {
  const most = Math.max(1, Math.floor(context.limits.submissionsPerAddress / 10));
  return networkBudgets(context, request, "submissions beyond", { most, windowMs: hourMs });
}

/** A few forms that cannot carry a proof, so that a browser without scripts is not shut out either. */
export function budgetsWithoutProof(
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

export function budgetOfTries({ keys }: SubmitContext, key: string): SubmissionBudget {
  const name = keys.hash("limit", `bucket of tries ${key}`);
  return openBudget("tries", name, { most: triesPerHour, windowMs: hourMs }, 0);
}

interface Share {
  readonly most: number;
  readonly windowMs: number;
}

/** How many times the share of one address the networks around it have: behind one sit many people. */
const sharesAround = { ipv4: [4], ipv6: [2, 4] } as const;

/** One for the address, one for each network around it. Whoever goes on after that pays more and more. */
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

/** The whole share is free; as much again can be had with proofs of work. */
function openBudget(
  kind: LimitKind,
  name: string,
  { most, windowMs }: Share,
  steepest: Level,
): SubmissionBudget {
  return { kind, name, most, windowMs, depth: 3 * most, free: most, reserve: most, steepest };
}
