import { CircleCheck } from "lucide-react";
import { useState } from "react";

import { CallProblem } from "#app/desk/api/desk-call.ts";
import { ErrorBanner } from "#app/shared/ui/banner.tsx";
import { messages } from "#domain/messages.ts";

interface Action {
  readonly isBusy: boolean;
  readonly problem: CallProblem | null;
  /** Message of the last run that succeeded. */
  readonly done: string | null;
  /** Runs `work` unless it is already running, and keeps the message it returns. Returns false on failure. */
  readonly run: (work: () => Promise<string | null>) => Promise<boolean>;
}

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
  /** For the `aria-describedby` of fields. */
  readonly id: string;
}

/** Shows how an action ended: an error banner that takes the focus, or a success message that is read aloud. */
export function Outcome({ action: { problem, done }, id }: OutcomeProps) {
  return (
    <div className="mb-4 has-[>:only-child:empty]:hidden">
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

/** Returns the text of a form field; empty if there is no such field. */
export function formText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === "string" ? value : "";
}
