import { useQuery } from "@tanstack/react-query";

import { priceMemory } from "#app/desk/api/deals.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { formatCents } from "#domain/deals/money.ts";
import { minuteMs } from "#domain/durations.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

import type { QuoteRecord } from "./start-draft.ts";

/** What we have asked for the same part before. */
export function PriceMemoryList({ record }: { readonly record: QuoteRecord }) {
  const { now } = useDeskPage();
  const { part_needed: part, make, model } = record;
  const memory = useQuery({
    queryKey: ["price-memory", part, make, model],
    queryFn: () => priceMemory({ part, make, model }),
    staleTime: 5 * minuteMs,
    gcTime: 5 * minuteMs,
  });
  const { data } = memory;
  return (
    <section aria-label="Price memory" className="text-sm">
      <h4 className="text-base font-semibold">Price memory</h4>
      {memory.isError && <p className="text-ink-muted">It could not be loaded.</p>}
      {data?.count === 0 && (
        <p className="text-ink-muted">We have not quoted this part for this machine yet.</p>
      )}
      {data !== undefined && data.count > 0 && (
        <>
          {data.lowest_cents !== null && data.highest_cents !== null && (
            <p className="text-ink-muted">
              {data.count} quoted, {formatCents(data.lowest_cents)} to {formatCents(data.highest_cents)}
            </p>
          )}
          <ul className="divide-line divide-y">
            {data.recent.map((line, index) => (
              // Alternatives of one quote may share everything else.
              <li key={index} className="py-1">
                <span className="font-semibold tabular-nums">{formatCents(line.unit_cents)}</span>
                {line.grade !== null && ` grade ${line.grade}`}, {line.outcome},{" "}
                {formatDay(nzDate(new Date(line.sent_at)), now)}
                <span className="text-ink-muted block truncate" title={line.machine ?? ""}>
                  {[line.text, line.machine].filter((text) => text !== null).join(" · ")}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
