import { useEffect, useState, useSyncExternalStore } from "react";

import { saveDraft } from "#app/desk/api/deals.ts";
import type { OpenRecord } from "#app/desk/api/desk.ts";
import { beginWriting } from "#app/desk/api/writing.ts";
import { deskItem } from "#app/desk/session/session-end.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { deskClient } from "#app/desk/state/desk-queries.ts";
import { draftAt } from "#app/shared/forms/draft.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import type { QuoteDraft } from "#domain/deals/quote.ts";

import { DraftKeeper, type DraftState } from "./quote-draft.ts";
import { type QuoteRecord, startDraft } from "./start-draft.ts";
import type { DealProps } from "./use-deal-call.ts";

/** Drafts that are being saved after their composer was closed: one that opens again goes on with them. */
const closing = new Map<string, DraftKeeper>();

/** The draft of the open quote. Saves it whenever the page might go away. */
export function useDraftKeeper({ record, deal }: DealProps): readonly [DraftKeeper, DraftState] {
  const { viewer } = useDeskPage();
  const key = deskItem(viewer.user.id, `quote-${record.ref_number}`);
  const [keeper] = useState(() => closing.get(key) ?? keeperOf(key, record, deal));
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
  useEffect(() => (isUnsaved ? beginWriting() : undefined), [isUnsaved]);
  return [keeper, state];
}

function keeperOf(key: string, record: QuoteRecord, deal: DealForDesk): DraftKeeper {
  const { ref_number: reference } = record;
  return new DraftKeeper({
    store: draftAt(key),
    saved: { draft: deal.draft, version: deal.draft_version },
    start: startDraft(record, deal),
    async save(draft, version) {
      const saved = await saveDraft(reference, draft, version);
      noteSaved(reference, draft, saved);
      return saved;
    },
  });
}

/** The composer that opens next begins with what was saved. */
function noteSaved(reference: string, draft: QuoteDraft, version: number): void {
  deskClient.setQueryData<OpenRecord | null>(["record", reference], (open) =>
    open?.deal ? { ...open, deal: { ...open.deal, draft, draft_version: version } } : open,
  );
}
