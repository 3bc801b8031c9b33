import { CircleAlert, CircleCheck } from "lucide-react";
import { type ReactNode, type SubmitEvent, useId, useState } from "react";

import { asProblem, type CallProblem } from "#app/desk/api/desk-call.ts";
import { useFocusOnChange } from "#app/shared/ui/use-focus-on-change.ts";

export interface ActionState {
  readonly isBusy: boolean;
  readonly problem: CallProblem | null;
  /** Message of the last run that succeeded. */
  readonly done: string | null;
  /** Id of the element in which `Outcome` shows the problem. */
  readonly id: string;
  /** Returns that id if the problem is about this field: for its `aria-describedby`. */
  readonly problemAt: (field: string) => string | undefined;
  /** Runs `work` unless it is already running, and keeps the message it returns. */
  readonly run: (work: () => Promise<string | void>) => Promise<void>;
  /** Returns the submit handler of a form, which runs `work` with it. */
  readonly onSubmit: (
    work: (form: HTMLFormElement) => Promise<string | void>,
  ) => (event: SubmitEvent<HTMLFormElement>) => void;
}

export function useAction(): ActionState {
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Pick<ActionState, "problem" | "done">>({
    problem: null,
    done: null,
  });
  const id = useId();
  const run: ActionState["run"] = async (work) => {
    if (isBusy) return;
    setIsBusy(true);
    setOutcome({ problem: null, done: null });
    try {
      setOutcome({ problem: null, done: (await work()) ?? null });
    } catch (error) {
      setOutcome({ problem: asProblem(error), done: null });
    } finally {
      setIsBusy(false);
    }
  };
  return {
    ...outcome,
    isBusy,
    id,
    problemAt: (field) => (outcome.problem?.field === field ? id : undefined),
    run,
    onSubmit: (work) => (event) => {
      event.preventDefault();
      const form = event.currentTarget;
      void run(() => work(form));
    },
  };
}

/** Shows how an action ended: an error banner that takes the focus, or a success message that is read aloud. */
export function Outcome({ action: { problem, done, id } }: { readonly action: ActionState }) {
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

interface ErrorBannerProps {
  readonly id?: string;
  readonly children: ReactNode;
}

/** Takes the focus, and is read aloud. */
export function ErrorBanner({ id, children }: ErrorBannerProps) {
  const box = useFocusOnChange<HTMLDivElement>(children);
  return (
    <div
      ref={box}
      id={id}
      role="alert"
      tabIndex={-1}
      className="border-danger bg-danger-soft text-danger flex scroll-mt-24 gap-3 rounded-sm border-2 px-4 py-3"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <p className="min-w-0 grow font-semibold">{children}</p>
    </div>
  );
}
