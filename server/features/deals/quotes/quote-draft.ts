import * as v from "valibot";

import { type QuoteDraft, quoteDraftSchema } from "#domain/deals/quote.ts";
import { formatNzTime } from "#domain/nz-time.ts";
import { type CallOutcome, changeDeal, done, refused } from "#server/features/deals/deal/change-deal.ts";
import type { DealContext } from "#server/features/deals/deal/deal-context.ts";
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

interface NewDraft {
  readonly reference: string;
  readonly draft: QuoteDraft;
  /** The version the user saw; 0 before the first. */
  readonly version: number;
  readonly userId: string;
}

/** Overwrites nothing that the user has not seen. The same draft again, because its response was lost, is saved. */
export function saveDraft(
  context: DealContext,
  { reference, draft, version, userId }: NewDraft,
): Promise<CallOutcome | null> {
  return changeDeal<CallOutcome>(context, { reference, userId }, async ({ tx, deal, at }) => {
    const stored = await readDraft(tx, reference);
    const content = JSON.stringify(draft);
    if (version !== (stored?.version ?? 0)) {
      const isRepetition =
        stored?.userId === userId &&
        stored.version === version + 1 &&
        JSON.stringify(stored.draft) === content;
      if (isRepetition) return done({ draft_version: stored.version });
      return refused(await staleDraft(tx, stored, userId));
    }
    await writeDraft(tx, { reference, draft, version: version + 1, userId }, at);
    await context.database.lock(tx, `record ${deal.record.id}`);
    await noteWords(tx, deal.submission.table, deal.record.id);
    return done({ draft_version: version + 1 });
  });
}

/** `version` is the new one. */
export async function writeDraft(
  tx: Query,
  { reference, draft, version, userId }: NewDraft,
  at: Date,
): Promise<void> {
  const cells = { version, draft: JSON.stringify(draft), updated_at: at.toISOString(), user_id: userId };
  await tx
    .insertInto("quote_drafts")
    .values({ ref_number: reference, ...cells })
    .onConflict((known) => known.column("ref_number").doUpdateSet(cells))
    .execute();
}

/** Returns the refusal of a draft that is out of date. It names the person who saved the newer one. */
export async function staleDraft(db: Query, stored: StoredDraft | null, userId: string): Promise<Refusal> {
  if (stored === null) return { status: 412, message: "No draft is saved any more: open the record again" };
  const users = db.selectFrom("users").select("full_name").where("id", "=", stored.userId);
  const name = (await users.executeTakeFirst())?.full_name ?? "Somebody";
  const who = stored.userId === userId ? "You have" : `${name} has`;
  const where = stored.userId === userId ? " in another window" : "";
  const when = formatNzTime(new Date(stored.updatedAt));
  return {
    status: 412,
    message: `${who} saved this draft${where} at ${when}. Nothing was overwritten: look at it first`,
  };
}
