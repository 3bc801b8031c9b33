import { createHash } from "node:crypto";

import canonicalize from "canonicalize";

import { hourMs } from "#domain/durations.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

import { type ChoreContext, forEachDeal } from "./change-deal.ts";
import type { DealContext } from "./deal-context.ts";
import { mailSizeMost } from "./deal-mail.ts";
import type { SentVersion } from "./deal-state.ts";

/** RFC 8785, so that anybody can compute the hash from what they were shown. */
export function canonicalForm(content: object): string {
  return canonicalize(content) ?? "";
}

/** Of a version of a quote or of an offer, as it is when it is sent at that moment. */
export function frozenNow(
  { undoMs }: Pick<DealContext, "undoMs">,
  content: object,
  { at, userId }: { readonly at: Date; readonly userId: string },
) {
  const instant = at.toISOString();
  return {
    state: "out",
    isPending: true,
    content_hash: createHash("sha256").update(canonicalForm(content)).digest("hex"),
    queued_at: instant,
    undo_until: new Date(at.getTime() + undoMs).toISOString(),
    changed_at: instant,
    user_id: userId,
    mail: null,
  } as const;
}

export function nextNumber({ versions }: { readonly versions: readonly { number: number }[] }): number {
  return (versions.at(-1)?.number ?? 0) + 1;
}

export const tooLarge: Refusal = {
  status: 422,
  message: `The e-mail would be larger than ${mailSizeMost / 1000} KB: use fewer words or lines`,
};

/** That version, or why nothing can be done about it any more. `name` is what staff call it. */
export function versionOut<Version extends Pick<SentVersion, "state"> & { readonly number: number }>(
  versions: readonly Version[],
  number: number,
  { name, approved }: { readonly name: "Quote" | "Offer"; readonly approved: string },
): Version | string {
  const version = versions.find((one) => one.number === number);
  if (version === undefined) return `There is no ${name.toLowerCase()} ${number}`;
  switch (version.state) {
    case "out":
      return version;
    case "superseded":
      return `${name} ${number} has been replaced by a newer one`;
    case "approved":
      return `${name} ${number} has just been ${approved}`;
    default:
      return `${name} ${number} was ${version.state} already`;
  }
}

/** Releases what can no longer be undone, or what a clock wrote that was ahead. */
export async function releaseDueIn(
  context: ChoreContext,
  table: "quote_versions" | "offers",
  release: (reference: string) => Promise<unknown>,
): Promise<void> {
  const now = context.now();
  const due = context.database.reader
    .selectFrom(table)
    .select("ref_number")
    .where("state", "=", "pending")
    .groupBy("ref_number")
    .having(({ eb, fn }) =>
      eb.or([
        eb(fn.max("undo_until"), "<=", now.toISOString()),
        eb(fn.max("queued_at"), ">", new Date(now.getTime() + hourMs).toISOString()),
      ]),
    );
  await forEachDeal(context, await due.execute(), release);
}
