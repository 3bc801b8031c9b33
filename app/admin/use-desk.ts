import { useCallback, useEffect, useRef, useState } from "react";

import { setOrderPlaced } from "#app/api/orders.ts";
import { changeStatus, recordsAfter, RecordsProblem, SignedOut } from "#app/api/records.ts";
import { messages } from "#domain/messages.ts";
import type { RecordStatus } from "#domain/record-status.ts";
import type { Submission } from "#domain/submission.ts";

import { type Desk, emptyDesk, loadDesk, withPage, withChange } from "./desk.ts";

export interface DeskState {
  /** Null until the first load has succeeded. */
  readonly desk: Desk | null;
  readonly isLoading: boolean;
  readonly problem: string | null;
  reload(): Promise<void>;
  loadMore(submission: Submission): Promise<void>;
  setStatus(submission: Submission, id: string, status: RecordStatus): Promise<void>;
  setOrderPlaced(submission: Submission, id: string, placed: boolean): Promise<void>;
}

/** The records of the panel and what can be done with them. */
export function useDesk(reference: string | null, onSignedOut: () => void): DeskState {
  const [desk, setDesk] = useState<Desk | null>(null);
  const [loads, setLoads] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const current = useRef<Desk | null>(null);
  const latestLoad = useRef(0);

  const show = useCallback((next: Desk) => {
    current.current = next;
    setDesk(next);
  }, []);

  const attempt = useCallback(
    async (fallback: string, work: () => Promise<void>) => {
      try {
        await work();
      } catch (error) {
        if (error instanceof SignedOut) return onSignedOut();
        if (!(error instanceof RecordsProblem)) console.error(error);
        setProblem(error instanceof RecordsProblem ? error.message : fallback);
      }
    },
    [onSignedOut],
  );

  // Loads may overtake one another: only the answer of the latest is shown.
  const load = useCallback(
    async (work: () => Promise<Desk>) => {
      const mine = (latestLoad.current += 1);
      setLoads((count) => count + 1);
      await attempt(messages.loadFailed, async () => {
        const next = await work();
        if (mine === latestLoad.current) show(next);
      });
      setLoads((count) => count - 1);
    },
    [attempt, show],
  );

  const loadAll = useCallback(() => load(() => loadDesk(current.current, reference)), [load, reference]);

  useEffect(() => void loadAll(), [loadAll]);

  return {
    desk,
    isLoading: loads > 0,
    problem,
    reload() {
      setProblem(null);
      return loadAll();
    },
    async loadMore(submission) {
      const last = current.current?.lists.get(submission.table)?.records.at(-1);
      if (last === undefined) return;
      setProblem(null);
      await load(async () => {
        const page = await recordsAfter(submission, last);
        return withPage(current.current ?? emptyDesk, submission.table, page);
      });
    },
    async setStatus(submission, id, status) {
      setProblem(null);
      await attempt(messages.statusUpdateFailed, async () => {
        await changeStatus(submission, id, status);
        show(withChange(current.current ?? emptyDesk, submission.table, id, { status }));
        await loadAll();
      });
    },
    async setOrderPlaced(submission, id, placed) {
      setProblem(null);
      await attempt(messages.orderUpdateFailed, async () => {
        await setOrderPlaced(submission, id, placed);
        const made = { order_placed: placed };
        show(withChange(current.current ?? emptyDesk, submission.table, id, made));
      });
    },
  };
}
