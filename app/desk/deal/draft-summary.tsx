import { useQuery } from "@tanstack/react-query";

import { deskCall } from "#app/desk/api/desk-call.ts";
import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { validUntil } from "#domain/deals/deadlines.ts";
import { dealCalls } from "#domain/deals/deal-calls.ts";
import { deliveryWayRows, wayOf } from "#domain/deals/delivery-ways.ts";
import { formatCents, gstIn } from "#domain/deals/money.ts";
import { hasAlternatives, lineCents, lowestTotal, type QuoteDraft } from "#domain/deals/quote.ts";
import { minuteMs } from "#domain/durations.ts";
import { formatDay, nzDate } from "#domain/nz-time.ts";

import type { QuoteRecord } from "./deal-call.ts";

/** What the draft comes to, as it would be sent now. */
export function DraftSummary({ draft }: { readonly draft: QuoteDraft }) {
  const { now } = useDeskPage();
  const until = draft.valid_days === null ? null : validUntil(now, draft.valid_days);
  const total = totalOfDraft(draft);
  const margin = marginOfDraft(draft);
  return (
    <div
      role="status"
      aria-label="The quote so far"
      className="bg-surface-sunken rounded-sm px-3 py-2 text-sm"
    >
      <ul>
        {draftLines(draft).map((line, index) => (
          <li key={index} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-base font-semibold tabular-nums">
        {total === null ? "No total yet" : `${hasAlternatives(draft) ? "From " : ""}${formatCents(total)}`}
        {total !== null && (
          <span className="text-ink-muted text-sm font-normal"> incl. GST {formatCents(gstIn(total))}</span>
        )}
      </p>
      {until !== null && <p className="text-ink-muted">Valid until {formatDay(until, now)}</p>}
      {margin !== null && <p className="text-ink-muted">{margin}</p>}
    </div>
  );
}

/** Each line and the freight in words. */
function draftLines({ lines, freight }: QuoteDraft): string[] {
  const parts = lines.map(({ text, grade, quantity, unit_cents: unit, kind }) => {
    const price = unit === null ? "no price yet" : formatCents(lineCents({ quantity, unit_cents: unit }));
    const name = `${quantity > 1 ? `${quantity} × ` : ""}${text === "" ? "A line without text" : text}`;
    const kinds = { fixed: null, option: "option", choice: "alternative" } as const;
    return [name, grade === null ? null : `grade ${grade}`, kinds[kind], price]
      .filter((part) => part !== null)
      .join(", ");
  });
  const cents = freight?.cents ?? null;
  const how = deliveryWayRows[wayOf(freight ?? {})].onInvoice;
  return [...parts, cents === null ? "No freight yet" : `${how} ${formatCents(cents)}`];
}

function totalOfDraft({ lines, freight }: QuoteDraft): number | null {
  const cents = freight?.cents ?? null;
  const priced = lines.flatMap((line) =>
    line.unit_cents === null ? [] : [{ ...line, unit_cents: line.unit_cents }],
  );
  if (cents === null || priced.length < lines.length || lines.length === 0) return null;
  return lowestTotal({ lines: priced, freight: { cents } });
}

/** "$85.00 above cost: 46% of the price", over the lines whose cost is known; null if there are none. */
function marginOfDraft({ lines }: QuoteDraft): string | null {
  const known = lines.flatMap(({ quantity, unit_cents: unit, cost_cents: cost }) =>
    unit === null || cost === null ? [] : [{ price: quantity * unit, margin: quantity * (unit - cost) }],
  );
  if (known.length === 0) return null;
  const price = known.reduce((sum, one) => sum + one.price, 0);
  const margin = known.reduce((sum, one) => sum + one.margin, 0);
  if (margin < 0) return `${formatCents(-margin)} below cost`;
  const share = price === 0 ? 0 : Math.floor((100 * margin) / price);
  return `${formatCents(margin)} above cost: ${share}% of the price`;
}

interface PriceMemoryProps extends Pick<QuoteRecord, "make" | "model"> {
  readonly part: string;
  /** It is one of several. */
  readonly isNamed: boolean;
}

/** What we have asked for the same part before. */
export function PriceMemoryList({ part, make, model, isNamed }: PriceMemoryProps) {
  const { now } = useDeskPage();
  const memory = useQuery({
    queryKey: ["price-memory", part, make, model],
    queryFn: () => deskCall(dealCalls.priceMemory, { part, make, model }),
    staleTime: 5 * minuteMs,
    gcTime: 5 * minuteMs,
  });
  const { data } = memory;
  const title = isNamed ? `Price memory: ${part}` : "Price memory";
  return (
    <section aria-label={title} className="text-sm">
      <h4 className="text-base font-semibold wrap-anywhere">{title}</h4>
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
