import { deskItem } from "#app/desk/session/session-end.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { announceCall, type Toast } from "#app/desk/state/notices.ts";
import { draftAt, newKey } from "#app/shared/forms/draft.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";

import type { QuoteRecord } from "./start-draft.ts";

/** What every part of the open deal needs. */
export interface DealProps {
  readonly record: QuoteRecord;
  readonly deal: DealForDesk;
}

/** Sends `body` by `call`. `done` says what that did, unless `call` returns a toast. Throws if it fails. */
export type DealCall = (
  done: string,
  body: object,
  call: (key: string) => Promise<Toast | void>,
) => Promise<void>;

/** Returns how to send calls about the deal, which is then loaded again. The same call again has the same key. */
export function useDealCall({ ref_number: reference }: QuoteRecord): DealCall {
  const { viewer } = useDeskPage();
  return async (done, body, call) => {
    const store = draftAt(deskItem(viewer.user.id, `deal-${reference}`));
    const sent = call(newKey(store, JSON.stringify([done, body])));
    await announceCall(sent.then((toast) => toast ?? { text: `${reference}: ${done}` }));
    store.clear();
  };
}
