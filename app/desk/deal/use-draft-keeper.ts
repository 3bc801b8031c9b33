import { useEffect, useState, useSyncExternalStore } from "react";

import { saveDraft } from "#app/desk/api/deals.ts";
import type { OpenRecord } from "#app/desk/api/desk.ts";
import { deskItem } from "#app/desk/session/desk-storage.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { draftAt } from "#app/shared/forms/draft.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import type { QuoteDraft } from "#domain/deals/quote.ts";

import { DraftKeeper, type DraftState } from "./quote-draft.ts";
import { type QuoteRecord, startDraft } from "./start-draft.ts";

interface Kept {
  readonly record: QuoteRecord;
  readonly deal: DealForDesk;
  readonly userId: string;
  readonly desk: Desk;
}

/** Drafts that are being saved after their composer was closed: one that opens again goes on with them. */
const closing = new Map<string, DraftKeeper>();

/** The draft of the open quote. Saves it whenever the page might go away. */
export function useDraftKeeper(kept: Kept): readonly [DraftKeeper, DraftState] {
  const { deal, desk } = kept;
  const key = keyOf(kept);
  const [keeper] = useState(() => closing.get(key) ?? keeperOf(kept));
  const state = useSyncExternalStore(keeper.subscribe, keeper.state, keeper.state);
  const { draft, draft_version: version } = deal;
  useEffect(() => keeper.follow({ draft, version }), [keeper, draft, version]);
  useEffect(() => {
    const flush = () => void keeper.flush();
    document.addEventListener("focusout", flush);
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      document.removeEventListener("focusout", flush);
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flush);
      closing.set(key, keeper);
      void keeper.flush().finally(() => closing.delete(key));
    };
  }, [keeper, key]);
  const isUnsaved = state.status !== "saved";
  useEffect(() => (isUnsaved ? desk.session.beginWriting() : undefined), [isUnsaved, desk]);
  return [keeper, state];
}

const keyOf = ({ record, userId }: Kept): string => deskItem(userId, `quote-${record.ref_number}`);

function keeperOf(kept: Kept): DraftKeeper {
  const { record, deal, desk } = kept;
  const { ref_number: reference } = record;
  return new DraftKeeper({
    store: draftAt(keyOf(kept)),
    saved: { draft: deal.draft, version: deal.draft_version },
    start: startDraft(record, deal),
    async save(draft, version) {
      const saved = await saveDraft(reference, draft, version);
      noteSaved(desk, reference, draft, saved);
      return saved;
    },
  });
}

/** The composer that opens next begins with what was saved. */
function noteSaved(desk: Desk, reference: string, draft: QuoteDraft, version: number): void {
  desk.data.client.setQueryData<OpenRecord | null>(["record", reference], (open) =>
    open?.deal ? { ...open, deal: { ...open.deal, draft, draft_version: version } } : open,
  );
}
