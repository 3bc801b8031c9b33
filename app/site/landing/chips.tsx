import { PageLink } from "#app/shared/ui/page-link.tsx";
import type { QuotePrefill } from "#domain/forms/quote-request.ts";

import { fullName, type Model } from "./catalogue/models.ts";
import { quoteLink } from "./quote-link.ts";

interface ChipsProps {
  readonly entries: readonly { readonly label: string; readonly known: QuotePrefill }[];
}

/** Small plates; each opens the quote form with what it says filled in. */
function Chips({ entries }: ChipsProps) {
  return (
    <ul className="flex flex-wrap gap-2">
      {entries.map(({ label, known }) => (
        <li key={label}>
          <PageLink
            to={quoteLink(known)}
            className="border-line-strong bg-surface-raised hover:border-brand hover:bg-brand-soft inline-flex min-h-11 items-center rounded-sm border px-3 py-1 font-semibold"
          >
            {label}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

interface PartChipsProps {
  readonly parts: readonly string[];
}

export function PartChips({ parts }: PartChipsProps) {
  return <Chips entries={parts.map((part) => ({ label: part, known: { part } }))} />;
}

interface ModelChipsProps {
  readonly make: string;
  readonly models: readonly Model[];
}

export function ModelChips({ make, models }: ModelChipsProps) {
  const names = models.map(fullName);
  return <Chips entries={names.map((model) => ({ label: model, known: { make, model } }))} />;
}
