import { useDeskPage } from "#app/desk/state/desk-page.ts";
import { validUntil } from "#domain/deals/deadlines.ts";
import { formatCents, gstIn } from "#domain/deals/money.ts";
import { hasAlternatives, lineCents, lowestTotal, type QuoteDraft } from "#domain/deals/quote.ts";
import { formatDay } from "#domain/nz-time.ts";

import { marginText } from "./deal-text.ts";

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
  return [...parts, cents === null ? "No freight yet" : `Freight ${formatCents(cents)}`];
}

function totalOfDraft({ lines, freight }: QuoteDraft): number | null {
  const cents = freight?.cents ?? null;
  const priced = lines.flatMap((line) =>
    line.unit_cents === null ? [] : [{ ...line, unit_cents: line.unit_cents }],
  );
  if (cents === null || priced.length < lines.length || lines.length === 0) return null;
  return lowestTotal({ lines: priced, freight: { cents } });
}

/** Over the lines whose cost is known; null if there are none. */
function marginOfDraft({ lines }: QuoteDraft): string | null {
  const known = lines.flatMap(({ quantity, unit_cents: unit, cost_cents: cost }) =>
    unit === null || cost === null ? [] : [{ price: quantity * unit, cost: quantity * cost }],
  );
  if (known.length === 0) return null;
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  return marginText(sum(known.map(({ price }) => price)), sum(known.map(({ cost }) => cost)));
}
