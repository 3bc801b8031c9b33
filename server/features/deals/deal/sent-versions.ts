import { createHash } from "node:crypto";

import canonicalize from "canonicalize";

import type { SentVersion } from "#domain/deals/deal.ts";
import { hourMs } from "#domain/durations.ts";
import { capitalised } from "#domain/plain-text.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import {
  type AnyWork,
  type ByStaff,
  type CallOutcome,
  changeLocked,
  type ChoreContext,
  type DealWithVersions,
  forEachDeal,
  refused,
} from "./change-deal.ts";
import type { DealContext } from "./deal-context.ts";
import { mailSizeMost } from "./deal-mail.ts";
import { releaseVersion, setVersionState, type VersionKind, type VersionTraits } from "./version-state.ts";

/** Follows RFC 8785, so that anybody can compute the hash from what they were shown. */
export function canonicalForm(content: object): string {
  return canonicalize(content) ?? "";
}

/** Returns what all versions have in common when they are sent. */
export function frozenNow({ context: { undoMs }, at, staff }: AnyWork, content: object) {
  const instant = at.toISOString();
  return {
    state: "out",
    isPending: true,
    content_hash: createHash("sha256").update(canonicalForm(content)).digest("hex"),
    queued_at: instant,
    undo_until: new Date(at.getTime() + undoMs).toISOString(),
    changed_at: instant,
    user_id: staff,
    mail: null,
  } as const;
}

export function nextNumber({ versions }: { readonly versions: readonly { number: number }[] }): number {
  return (versions.at(-1)?.number ?? 0) + 1;
}

/** Returns the older versions as they are once a newer one is out. */
export function asIfReplaced<Version extends SentVersion>(versions: readonly Version[]): Version[] {
  return versions.map((one) => (one.state === "out" ? { ...one, state: "superseded" } : one));
}

export const tooLarge: Refusal = {
  status: 422,
  message: `The e-mail would be larger than ${mailSizeMost / 1000} KB: use fewer words or lines`,
};

export interface OnVersion extends ByStaff {
  readonly reference: string;
  readonly number: number;
}

export const success = { ok: { success: true } } as const;

/** Takes a version back before it leaves, as if it had never been sent. The version before counts again. */
export function undoVersion<Version extends SentVersion, Of extends DealWithVersions<Version>>(
  kind: VersionKind<Version, Of>,
  context: DealContext,
  on: OnVersion,
): Promise<CallOutcome | null> {
  return changeLocked<Version, Of, CallOutcome>(kind, context, on, async ({ tx, deal, at }) => {
    const version = versionOut(kind, deal, on.number);
    if (typeof version === "string") return refused(version);
    if (!version.isPending)
      return refused(`${nameOf(kind, on.number)} has left already: withdraw it, or ${kind.words.again}`);
    const versions = tx.deleteFrom(kind.table).where("ref_number", "=", on.reference);
    await versions.where("number", "=", on.number).execute();
    await kind.noteStep(tx, context, on.reference, at);
    return success;
  });
}

/** Ends a version: the customer can no longer approve or accept it, and the page says so. */
export function withdrawVersion<Version extends SentVersion, Of extends DealWithVersions<Version>>(
  kind: VersionKind<Version, Of>,
  context: DealContext,
  on: OnVersion,
): Promise<CallOutcome | null> {
  return changeLocked<Version, Of, CallOutcome>(kind, context, on, async (work) => {
    const version = versionOut(kind, work.deal, on.number);
    if (typeof version === "string") return refused(version);
    if (version.isPending) await releaseVersion(work, kind, version);
    await setVersionState(work, kind, version, "withdrawn");
    work.event({ type: `${kind.name}_withdrawn`, was: String(on.number) });
    return success;
  });
}

/** Returns the version if it is out; otherwise tells staff why nothing can be done about it. */
export function versionOut<Version extends SentVersion>(
  kind: VersionTraits,
  { versions }: { readonly versions: readonly Version[] },
  number: number,
): Version | string {
  const version = versions.find((one) => one.number === number);
  const name = nameOf(kind, number);
  if (version === undefined) return `There is no ${kind.name} ${number}`;
  switch (version.state) {
    case "out":
      return version;
    case "superseded":
      return `${name} has been replaced by a newer one`;
    case "approved":
      return `${name} has just been ${kind.words.approved}`;
    default:
      return `${name} was ${version.state} already`;
  }
}

function nameOf({ name }: VersionTraits, number: number): string {
  return `${capitalised(name)} ${number}`;
}

/** Sends the versions whose undo time is over, or that a clock ahead wrote. Runs on every instance; safe at any time. */
export async function releaseVersions<Version extends SentVersion, Of extends DealWithVersions<Version>>(
  kind: VersionKind<Version, Of>,
  context: ChoreContext,
): Promise<void> {
  const now = context.now();
  const due = context.database.reader
    .selectFrom(kind.table)
    .select("ref_number")
    .where("state", "=", "pending")
    .groupBy("ref_number")
    .having(({ eb, fn }) =>
      eb.or([
        eb(fn.max("undo_until"), "<=", now.toISOString()),
        eb(fn.max("queued_at"), ">", new Date(now.getTime() + hourMs).toISOString()),
      ]),
    );
  await forEachDeal(context, await due.execute(), (reference) => releaseOf(kind, context, reference));
}

/** Sends the newest version of one deal, if its undo time is over: every change of a deal does. */
export async function releaseOf<Version extends SentVersion, Of extends DealWithVersions<Version>>(
  kind: VersionKind<Version, Of>,
  context: DealContext,
  reference: string,
): Promise<void> {
  await changeLocked(kind, context, { reference, userId: null }, () => Promise.resolve(null));
}
