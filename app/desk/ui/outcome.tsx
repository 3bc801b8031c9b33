import { CircleCheck } from "lucide-react";

import { ErrorBanner } from "#app/shared/ui/banner.tsx";

import type { Action } from "./use-action.ts";

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
