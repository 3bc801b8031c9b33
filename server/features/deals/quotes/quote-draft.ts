import * as v from "valibot";

import { type QuoteDraft, quoteDraftSchema } from "#domain/deals/quote.ts";
import { formatNzTime } from "#domain/nz-time.ts";
import { type CallOutcome, refused, type Work } from "#server/features/deals/deal/change-deal.ts";
import { noteWords } from "#server/features/records/said-words.ts";
import type { Query } from "#server/platform/database/database.ts";
import type { Refusal } from "#server/platform/http/errors.ts";

export interface StoredDraft {
  readonly draft: QuoteDraft;
  readonly version: number;
  readonly updatedAt: string;
  readonly userId: string;
}

export async function readDraft(db: Query, reference: string): Promise<StoredDraft | null> {
  const stored = db.selectFrom("quote_drafts").selectAll().where("ref_number", "=", reference);
  const row = await stored.executeTakeFirst();
  if (row === undefined) return null;
  return {
    draft: v.parse(quoteDraftSchema, JSON.parse(row.draft)),
    version: row.version,
    updatedAt: row.updated_at,
    userId: row.user_id,
  };
}

/**
 * Saves a draft. `version` is the one that the user saw, 0 before the first: nothing else is overwritten. The same draft
 * again, because its response was lost, is saved.
 */
export async function saveDraft(work: Work, draft: QuoteDraft, version: number): Promise<CallOutcome> {
  const { context, tx, deal, staff } = work;
  const stored = await readDraft(tx, deal.reference);
  if (version !== (stored?.version ?? 0)) {
    const isRepetition =
      stored?.userId === staff &&
      stored.version === version + 1 &&
      JSON.stringify(stored.draft) === JSON.stringify(draft);
    if (isRepetition) return { ok: { draft_version: stored.version } };
    return refused(await staleDraft(work, stored));
  }
  await writeDraft(work, draft, version + 1);
  await context.database.lock(tx, `record ${deal.record.id}`);
  await noteWords(tx, deal.submission.table, deal.record.id);
  return { ok: { draft_version: version + 1 } };
}

/** `version` is the new one. */
export async function writeDraft(
  { tx, deal, at, staff }: Work,
  draft: QuoteDraft,
  version: number,
): Promise<void> {
  const cells = { version, draft: JSON.stringify(draft), updated_at: at.toISOString(), user_id: staff };
  await tx
    .insertInto("quote_drafts")
    .values({ ref_number: deal.reference, ...cells })
    .onConflict((known) => known.column("ref_number").doUpdateSet(cells))
    .execute();
}

/** Refuses a draft that is out of date, and names the user who saved the newer one. */
export async function staleDraft({ tx, staff }: Work, stored: StoredDraft | null): Promise<Refusal> {
  if (stored === null) return { status: 412, message: "No draft is saved any more: open the record again" };
  const users = tx.selectFrom("users").select("full_name").where("id", "=", stored.userId);
  const name = (await users.executeTakeFirst())?.full_name ?? "Somebody";
  const who = stored.userId === staff ? "You have" : `${name} has`;
  const where = stored.userId === staff ? " in another window" : "";
  const when = formatNzTime(new Date(stored.updatedAt));
  return {
    status: 412,
    message: `${who} saved this draft${where} at ${when}. Nothing was overwritten: look at it first`,
  };
}
