import { CircleCheck } from "lucide-react";
import { useState } from "react";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import { ErrorBanner } from "#app/shared/ui/banner.tsx";
import { messages } from "#domain/messages.ts";

interface Action {
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

interface OutcomeProps {
  readonly action: Pick<Action, "problem" | "done">;
  /** Fields name it as what describes their problem. */
  readonly id: string;
}

/** How an action went: a red box that takes the focus, or a line that is read aloud. */
export function Outcome({ action: { problem, done }, id }: OutcomeProps) {
  return (
    <div className="not-empty:mb-4">
      {problem !== null && <ErrorBanner id={id}>{problem.message}</ErrorBanner>}
      <p role="status" className="text-ok flex gap-2 font-semibold empty:hidden">
        {done !== null && (
          <>
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
            {done}
          </>
        )}
      </p>
    </div>
  );
}

/** What stands in a field of a form. */
export function formText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}
