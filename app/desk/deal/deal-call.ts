import { deskSend } from "#app/desk/api/desk-call.ts";
import type { OpenRecord } from "#app/desk/api/open-record.ts";
import { deskItem } from "#app/desk/session/session-end.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { announceCall, type Toast } from "#app/desk/state/notices.ts";
import { draftAt, newKey } from "#app/shared/forms/draft.ts";
import type { Call } from "#domain/call.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";
import type { quoteRequest } from "#domain/forms/quote-request.ts";
import type { SubmissionRecord } from "#domain/submission.ts";

export type QuoteRecord = SubmissionRecord<typeof quoteRequest>;

/** Whose deal it is. */
export type DealRecord = Pick<SubmissionRecord, "ref_number">;

export interface SectionProps<Whose extends DealRecord> {
  readonly record: Whose;
  readonly opened: OpenRecord;
}

/** What every part of the open deal needs. */
export interface DealProps<Whose extends DealRecord = QuoteRecord, Deal = DealForDesk> {
  readonly record: Whose;
  readonly deal: Deal;
}

/** A call, or what sends one and may return a toast. */
export type Sender<Body extends object> =
  | Call<Body, object>
  | ((body: Body, key: string) => Promise<Toast | void>);

/** Sends `body` by `send`. `done` says what that did, unless `send` returns a toast. Throws if it fails. */
export type DealCall = <Body extends object>(done: string, body: Body, send: Sender<Body>) => Promise<void>;

/**
 * Returns how to send calls about the deal, which is then loaded again. The same call again has the same key, unless
 * another one with this `name` came in between.
 */
export function useDealCall({ ref_number: reference }: DealRecord, name = "deal"): DealCall {
  const { viewer } = useDeskPage();
  return async (done, body, send) => {
    const store = draftAt(deskItem(viewer.user.id, `${name}-${reference}`));
    const key = newKey(store, JSON.stringify([done, body]));
    const sent = typeof send === "function" ? send(body, key) : deskSend(send, body, { key });
    await announceCall(sent.then((toast) => toast ?? { text: `${reference}: ${done}` }));
    store.clear();
  };
}
