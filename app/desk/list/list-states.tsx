import { Inbox } from "lucide-react";

import { Button } from "#app/shared/ui/button.tsx";

const boxClasses =
  "grid justify-items-center gap-3 rounded-sm border border-dashed border-line-strong px-4 py-16 text-center text-ink-muted";

/** A kind that nobody has sent yet. */
export function EmptyState({ words }: { readonly words: string }) {
  return (
    <div className={boxClasses}>
      <Inbox aria-hidden className="size-8" strokeWidth={1.5} />
      <p className="font-sign text-2xl font-semibold">{words}</p>
    </div>
  );
}

/** Stands where the list will be; the status line says so in words. */
export function ListSkeleton() {
  return (
    <div
      aria-hidden
      className="divide-line border-line bg-surface-raised animate-pulse divide-y rounded-sm border motion-reduce:animate-none"
    >
      {["a", "b", "c", "d", "e"].map((row) => (
        <div key={row} className="grid h-28 gap-6 px-4 py-4 md:grid-cols-[10rem_1fr_1fr]">
          <div className="bg-surface-sunken h-5 rounded-sm" />
          <div className="bg-surface-sunken h-5 rounded-sm max-md:hidden" />
          <div className="bg-surface-sunken h-5 rounded-sm max-md:hidden" />
        </div>
      ))}
    </div>
  );
}

/** Nothing could be loaded; the red box above says why. */
export function ListFailure({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={boxClasses}>
      <p>The records are safe. They could not be fetched just now.</p>
      <Button look="outline" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
