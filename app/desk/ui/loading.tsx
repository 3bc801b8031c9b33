import { ErrorBanner } from "#app/shared/ui/banner.tsx";
import { Button } from "#app/shared/ui/button.tsx";

import type { Loaded } from "./use-loaded.ts";

/** Stands where a section's contents will be, or says why they are not there. */
export function Loading({ state: { problem, reload } }: { readonly state: Loaded<unknown> }) {
  if (problem === null) {
    return (
      <p role="status" className="text-ink-muted">
        Loading data...
      </p>
    );
  }
  return (
    <div className="grid justify-items-start gap-4">
      <ErrorBanner>{problem}</ErrorBanner>
      <Button look="outline" onClick={() => void reload()}>
        Try again
      </Button>
    </div>
  );
}
