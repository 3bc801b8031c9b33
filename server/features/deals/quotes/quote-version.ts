import { createHash } from "node:crypto";

import canonicalize from "canonicalize";
import * as v from "valibot";

import { business } from "#domain/business.ts";
import {
  lowestTotal,
  type QuoteContent,
  quoteContentSchema,
  type QuoteDraft,
  trader,
} from "#domain/deals/quote.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
import type { Deal, QuoteVersion } from "#server/features/deals/deal/read-deal.ts";
import type { Query } from "#server/platform/database/database.ts";

/** What the visitor will see of a complete draft: no cost (deals.md section 3). */
export function contentOf(
  draft: QuoteDraft,
  named: Pick<QuoteContent, "reference" | "number" | "valid_until">,
): QuoteContent {
  const lines = draft.lines.map((line) => ({ ...line, group: line.kind === "choice" ? line.group : null }));
  return v.parse(quoteContentSchema, {
    ...named,
    lines,
    freight: draft.freight,
    fitment: draft.fitment,
    words: draft.words,
    business: trader,
    terms_version: business.legalTextsUpdated,
  });
}

export function nextNumber({ versions }: Deal): number {
  return (versions.at(-1)?.number ?? 0) + 1;
}

/** RFC 8785, so that anybody can compute the hash from what they were shown. */
function canonicalForm(content: QuoteContent): string {
  return canonicalize(content) ?? "";
}

/** A version as it is stored when it is sent at that moment. */
export function newVersion(
  { undoMs }: Pick<DealContext, "undoMs">,
  content: QuoteContent,
  { at, userId }: { readonly at: Date; readonly userId: string },
): QuoteVersion {
  const { reference, number, valid_until } = content;
  const instant = at.toISOString();
  return {
    ref_number: reference,
    number,
    state: "out",
    content,
    content_hash: createHash("sha256").update(canonicalForm(content)).digest("hex"),
    total_cents: lowestTotal(content),
    valid_until,
    queued_at: instant,
    undo_until: new Date(at.getTime() + undoMs).toISOString(),
    changed_at: instant,
    user_id: userId,
    mail: null,
  };
}

export async function insertVersion(tx: Query, version: QuoteVersion): Promise<void> {
  const { mail: _, content, ...cells } = version;
  const row = { ...cells, content: canonicalForm(content) };
  await tx.insertInto("quote_versions").values(row).execute();
}

/** The version that the next one supersedes, if it is still out. */
export function supersededBy({ versions }: Deal): QuoteVersion | null {
  const newest = versions.at(-1);
  return newest?.state === "out" ? newest : null;
}

/** The deal once this version has been sent. */
export function withVersion(deal: Deal, version: QuoteVersion): Deal {
  const before = deal.versions.map((one) =>
    one.state === "out" ? { ...one, state: "superseded" as const } : one,
  );
  return { ...deal, versions: [...before, version] };
}
