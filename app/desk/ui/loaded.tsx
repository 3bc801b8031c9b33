import { useCallback, useEffect, useState } from "react";

import { asProblem } from "#app/desk/api/desk-call.ts";
import { Button } from "#app/shared/ui/button.tsx";

import { ErrorBanner } from "./action.tsx";

interface Loaded<Data> {
  /** Null until the first load succeeds. */
  readonly data: Data | null;
  readonly problem: string | null;
  readonly reload: () => Promise<void>;
}

/** Loads the data of a page. `load` must keep its identity between renders. */
export function useLoaded<Data>(load: () => Promise<Data>): Loaded<Data> {
  const [data, setData] = useState<Data | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const reload = useCallback(
    () =>
      load().then(
        (loaded) => {
          setData(loaded);
          setProblem(null);
        },
        (error: unknown) => setProblem(asProblem(error).message),
      ),
    [load],
  );
  useEffect(() => void reload(), [reload]);
  return { data, problem, reload };
}

/** Takes the place of data that is not loaded, or is above what was loaded before: a loading message, or the problem and a retry button. */
export function Loading({ state: { problem, reload } }: { readonly state: Loaded<unknown> }) {
  if (problem === null) {
    return (
      <p role="status" className="text-ink-muted">
        Loading data...
      </p>
    );
  }
  return (
    <div className="col-span-full grid justify-items-start gap-4">
      <ErrorBanner>{problem}</ErrorBanner>
      <Button look="outline" onClick={() => void reload()}>
        Try again
      </Button>
    </div>
  );
}
