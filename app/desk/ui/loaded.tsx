import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { failureText } from "#app/desk/api/desk-call.ts";
import { Button } from "#app/shared/ui/button.tsx";

import { ErrorBanner } from "./action.tsx";

interface LoadedData<Data> {
  readonly data: Data | null;
  readonly problem: string | null;
  readonly reload: () => Promise<void>;
}

/** Loads the data of a page, afresh whenever the page is opened. With `keeps`, data of the key before stays until then. */
export function useLoaded<Data>(
  key: string,
  load: () => Promise<Data>,
  { keeps = false }: { readonly keeps?: boolean } = {},
): LoadedData<Data> {
  const {
    data = null,
    error,
    refetch,
  } = useQuery({
    queryKey: ["page", key],
    queryFn: load,
    refetchOnWindowFocus: false,
    ...(keeps && { placeholderData: keepPreviousData }),
  });
  return {
    data,
    problem: error === null ? null : failureText(error),
    async reload() {
      await refetch();
    },
  };
}

/** Shows a loading message, or the problem and a retry button: in place of data, or above data from before. */
export function Loading({ state: { problem, reload } }: { readonly state: LoadedData<unknown> }) {
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
