import { useEffect, useState, useSyncExternalStore } from "react";

import { deskCall } from "#app/desk/api/desk-call.ts";
import type { OpenRecord } from "#app/desk/api/open-record.ts";
import { beginWriting } from "#app/desk/api/session.ts";
import { deskItem } from "#app/desk/session/session-end.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { deskClient } from "#app/desk/state/desk-queries.ts";
import { draftAt } from "#app/shared/forms/draft.ts";
import { dealCalls } from "#domain/deals/deal-calls.ts";

import type { DealProps } from "./deal-call.ts";
import { startDraft } from "./edit-draft.ts";
import { DraftKeeper, type DraftState } from "./quote-draft.ts";

/** Drafts that are being saved after their composer was closed: one that opens again goes on with them. */
const closing = new Map<string, DraftKeeper>();

/** The draft of the open quote. Saves it whenever the page might go away. */
export function useDraftKeeper(open: DealProps): readonly [DraftKeeper, DraftState] {
  const { record, deal } = open;
  const { viewer } = useDeskPage();
  const key = deskItem(viewer.user.id, `quote-${record.ref_number}`);
  const [keeper] = useState(() => closing.get(key) ?? keeperOf(key, open));
  const state = useSyncExternalStore(keeper.subscribe, keeper.state, keeper.state);
  const { draft, draft_version: version } = deal;
  useEffect(() => {
    if (draft !== null) keeper.follow({ draft, version });
  }, [keeper, draft, version]);
  useEffect(() => {
    const flush = () => void keeper.flush();
    const closed = new AbortController();
    for (const event of ["focusout", "visibilitychange", "pagehide"])
      window.addEventListener(event, flush, { signal: closed.signal });
    return () => {
      closed.abort();
      closing.set(key, keeper);
      void keeper.flush().finally(() => closing.delete(key));
    };
  }, [keeper, key]);
  const isUnsaved = state.status !== "saved";
  useEffect(() => (isUnsaved ? beginWriting() : undefined), [isUnsaved]);
  return [keeper, state];
}

function keeperOf(key: string, open: DealProps): DraftKeeper {
  const { ref_number: reference } = open.record;
  return new DraftKeeper({
    store: draftAt(key),
    saved: { draft: open.deal.draft ?? startDraft(open), version: open.deal.draft_version },
    async save(draft, version) {
      const sent = { ref: reference, draft };
      const { draft_version } = await deskCall(dealCalls.draft, sent, { version });
      // The composer that opens next begins with what was saved.
      deskClient.setQueryData<OpenRecord | null>(["record", reference], (record) =>
        record?.deal ? { ...record, deal: { ...record.deal, draft, draft_version } } : record,
      );
      return draft_version;
    },
    async reload() {
      const { draft, draft_version: version } = await deskCall(dealCalls.quote, { ref: reference });
      return draft === null ? null : { draft, version };
    },
  });
}
