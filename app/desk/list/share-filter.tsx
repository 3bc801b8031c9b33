import { Link } from "react-router";

import { isStatusShare, type Share, shares } from "#app/desk/api/list-view.ts";
import { type DeskView, shareLabels, viewSearch } from "#app/desk/state/desk-view.ts";
import type { DeskCounts } from "#domain/desk.ts";

interface ShareFilterProps {
  readonly view: DeskView;
  /** Of the view's kind; null while nobody knows. */
  readonly counts: DeskCounts | null;
}

/** Narrows the list to a status, to one's own records, or to those put off; each says how many there are. */
export function ShareFilter({ view, counts }: ShareFilterProps) {
  return (
    <nav aria-label="Filters" className="-mx-4 [scrollbar-width:none] overflow-x-auto px-4 lg:mx-0 lg:px-0">
      <ul className="flex w-max gap-1.5 py-1">
        {shares.map((share) => {
          const count = counts === null ? null : countOf(share, counts);
          return (
            <li key={share}>
              <Link
                to={viewSearch({ ...view, share })}
                preventScrollReset
                aria-current={view.share === share ? "true" : undefined}
                className="border-line hover:bg-surface-sunken aria-[current]:border-brand aria-[current]:bg-brand-soft flex min-h-11 items-center gap-1.5 rounded-sm border px-3 text-sm font-semibold whitespace-nowrap lg:min-h-9"
              >
                {shareLabels[share]}
                {count !== null && (
                  <span className="text-ink-muted font-normal tabular-nums">
                    {count.toLocaleString("en-NZ")}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

export function countOf(share: Share, { statuses, mine, snoozed }: DeskCounts): number {
  if (share === "mine") return mine;
  if (share === "snoozed") return snoozed;
  if (isStatusShare(share)) return statuses[share] ?? 0;
  return Object.values(statuses).reduce((sum, count) => sum + count, 0);
}
