import { skipToken, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";

import { countFound } from "#app/desk/api/records.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { type DeskView, viewSearch } from "#app/desk/state/desk-view.ts";
import { submissions } from "#domain/forms/submissions.ts";
import type { Submission } from "#domain/submission.ts";
import { countsEstimatedTo } from "#domain/wire.ts";

interface Found {
  readonly submission: Submission;
  readonly count: number;
}

/** Links to matches in the other tabs: staff do not always know which form a visitor used. */
export function FoundElsewhere() {
  const { view } = useDeskPage();
  const found = useFoundElsewhere(view);
  if (found.length === 0) return null;
  return (
    <p className="text-ink-muted mb-2 flex flex-wrap items-center gap-x-3 text-sm">
      Also found:
      {found.map(({ submission, count }) => (
        <Link
          key={submission.table}
          to={viewSearch({
            ...view,
            table: submission.table,
            filter: "all",
            order: "newest",
            reference: null,
          })}
          className="text-link text-ink inline-flex min-h-11 items-center lg:min-h-6"
        >
          {count > countsEstimatedTo ? `more than ${countsEstimatedTo}` : count} in {submission.tab.title}
        </Link>
      ))}
    </p>
  );
}

/** The other tabs are searched when the typing pauses. */
const pauseMs = 250;

function useFoundElsewhere({ table, query }: DeskView): readonly Found[] {
  const search = query.trim();
  const look = async ({ signal }: { readonly signal: AbortSignal }) => {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    signal.throwIfAborted();
    const others = submissions.filter((submission) => submission.table !== table);
    const counts = await Promise.all(
      others.map(async (submission) => ({ submission, count: await countFound(submission, search) })),
    );
    return counts.filter(({ count }) => count > 0);
  };
  const options = { queryKey: ["found-elsewhere", table, search], staleTime: "static" } as const;
  return useQuery({ ...options, queryFn: search === "" ? skipToken : look }).data ?? [];
}
