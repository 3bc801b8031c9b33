import { PageLink } from "#app/shared/ui/page-link.tsx";
import { PartIcon, type PartIconName } from "#app/shared/ui/part-icon.tsx";

import { quoteLink } from "./quote-link.ts";

/** A part with a word about it. */
export interface PartCard {
  readonly part: string;
  readonly icon: PartIconName;
  readonly text?: string;
}

interface PartCardsProps {
  readonly cards: readonly PartCard[];
  /** Goes into the quote form along with the part. */
  readonly make?: string;
}

/** Parts or shelves with their signs; each opens the quote form with its name filled in. */
export function PartCards({ cards, make }: PartCardsProps) {
  const known = make === undefined ? {} : { make };
  return (
    <ul className="border-line grid border-t border-l sm:grid-cols-2 lg:grid-cols-3">
      {cards.map(({ part, icon, text }) => (
        <li key={part} className="border-line border-r border-b">
          <PageLink
            to={quoteLink({ ...known, part })}
            className="hover:bg-brand-soft grid h-full min-h-18 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 p-4 transition-colors"
          >
            <PartIcon name={icon} className="text-brand size-10" />
            <span className="grid gap-0.5">
              <span className="font-sign text-xl leading-6 font-semibold">{part}</span>
              {text !== undefined && <span className="text-ink-muted text-base leading-snug">{text}</span>}
            </span>
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
