import { useCallback, useEffect, useState } from "react";

import { asProblem } from "./use-action.ts";

export interface Loaded<Data> {
  /** Null until the first load has succeeded. */
  readonly data: Data | null;
  readonly problem: string | null;
  readonly reload: () => Promise<void>;
}

/** What a section shows. `load` must stay the same function. */
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
