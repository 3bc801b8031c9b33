import { deskItem } from "#app/desk/session/desk-storage.ts";
import type { ChangeReport } from "#app/desk/state/change-report.ts";
import type { Desk } from "#app/desk/state/desk.ts";
import { useAction } from "#app/desk/ui/action.tsx";
import { newKey } from "#app/desk/ui/new-key.ts";
import { draftAt } from "#app/shared/forms/draft.ts";
import type { DealForDesk } from "#domain/deals/deal-wire.ts";

import type { QuoteRecord } from "./start-draft.ts";

/** What every part of the open deal needs. */
export interface DealProps {
  readonly record: QuoteRecord;
  readonly deal: DealForDesk;
  readonly userId: string;
  readonly desk: Desk;
  readonly now: Date;
}

type Send = (key: string) => Promise<ChangeReport | void>;

/**
 * Calls about the deal: each says what it did, in these words unless it returns a report, and loads the record again.
 * The same call again has the same key. `run` keeps the problem, `send` throws it.
 */
export function useDealCall({ record, userId, desk }: Pick<DealProps, "record" | "userId" | "desk">) {
  const action = useAction();
  const { ref_number: reference } = record;
  const send = async (words: string, body: object, call: Send) => {
    const store = draftAt(deskItem(userId, `deal-${reference}`));
    const done = call(newKey(store, JSON.stringify([words, body])));
    await desk.tell(done.then((report) => report ?? { words: `${reference}: ${words}`, undo: [] }));
    store.clear();
  };
  const run = (words: string, body: object, call: Send) =>
    action.run(async () => {
      await send(words, body, call);
      return null;
    });
  return { isBusy: action.isBusy, problem: action.problem?.message ?? null, run, send };
}

export type DealCall = ReturnType<typeof useDealCall>;
