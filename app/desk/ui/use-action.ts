import { useState } from "react";

import { CallProblem } from "#app/desk/api/panel-call.ts";
import { messages } from "#domain/messages.ts";

export interface Action {
  readonly isBusy: boolean;
  /** What went wrong with the last one. */
  readonly problem: CallProblem | null;
  /** How the last one ended well, in words. */
  readonly done: string | null;
  /** Does the work unless some is under way; the words it answers are shown. False where it failed. */
  readonly run: (work: () => Promise<string | null>) => Promise<boolean>;
}

/** What a form or a button does, and how it went. */
export function useAction(): Action {
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Pick<Action, "problem" | "done">>({ problem: null, done: null });
  return {
    ...outcome,
    isBusy,
    async run(work) {
      if (isBusy) return false;
      setIsBusy(true);
      setOutcome({ problem: null, done: null });
      try {
        setOutcome({ problem: null, done: await work() });
        return true;
      } catch (error) {
        setOutcome({ problem: asProblem(error), done: null });
        return false;
      } finally {
        setIsBusy(false);
      }
    },
  };
}

export function asProblem(error: unknown): CallProblem {
  if (error instanceof CallProblem) return error;
  console.error(error);
  return new CallProblem(messages.unexpected);
}
