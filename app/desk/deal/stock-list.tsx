import { queryOptions, useQuery } from "@tanstack/react-query";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { partPath } from "#app/desk/state/desk-view.ts";
import { KeyHint } from "#app/desk/ui/commands.tsx";
import { ToolButton } from "#app/desk/ui/tool.tsx";
import { formatCents } from "#domain/deals/money.ts";
import { partLabel } from "#domain/stock/part.ts";
import { type FittingPart, stockCalls } from "#domain/stock/stock-calls.ts";

/** The parts that fit a request, best first: somebody may have sold one meanwhile. */
export function stockQuery(reference: string) {
  return queryOptions({
    queryKey: ["stock-for", reference],
    staleTime: 5000,
    queryFn: async () => (await deskCall(stockCalls.stockFor, { ref: reference })).parts,
  });
}

interface StockListProps {
  readonly reference: string;
  readonly onChoose: (part: FittingPart) => void;
}

/** What we have that fits; one press puts it into the quote. */
export function StockList({ reference, onChoose }: StockListProps) {
  const { data: parts = [] } = useQuery(stockQuery(reference));
  if (parts.length === 0) return null;
  return (
    <section aria-label="In stock" className="text-sm">
      <h4 className="text-base font-semibold">In stock</h4>
      <ul className="divide-line divide-y">
        {parts.map((part, index) => (
          <li key={part.number} className="flex items-start gap-2 py-1.5">
            {part.photos[0] !== undefined && (
              <img
                src={`${part.photos[0].url}?w=320`}
                alt=""
                className="border-line-strong bg-surface-sunken aspect-4/3 w-12 shrink-0 rounded-sm border object-cover"
              />
            )}
            <div className="min-w-0 grow">
              <p className="wrap-anywhere">
                <a
                  href={partPath(part.number)}
                  target="_blank"
                  rel="noreferrer"
                  className="text-link font-semibold"
                >
                  {partLabel(part.number)}
                </a>{" "}
                {part.name}
                {part.grade !== null && `, grade ${part.grade}`},{" "}
                <span className="font-semibold tabular-nums">
                  {part.price_cents === null ? "no price" : formatCents(part.price_cents)}
                </span>
              </p>
              <p className="text-ink-muted wrap-anywhere">
                {[part.why, part.shelf, part.free > 1 ? `${part.free} free` : ""]
                  .filter((text) => text !== "")
                  .join("; ")}
              </p>
              <ToolButton className="mt-1 px-3 lg:min-h-9" onClick={() => onChoose(part)}>
                Quote it <span className="sr-only">{partLabel(part.number)}</span>
                {index === 0 && <KeyHint action="quote">s</KeyHint>}
              </ToolButton>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
