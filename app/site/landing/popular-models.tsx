import { ArrowRight } from "lucide-react";

import { PageLink } from "#app/shared/ui/page-link.tsx";

import type { BrandWords } from "./brands/brand-words.ts";
import { fullName } from "./catalogue/models.ts";
import { quoteLink } from "./quote-link.ts";

interface PopularModelsProps {
  readonly make: string;
  readonly models: BrandWords["popular"];
}

/** The models most people have, with what to know before asking. */
export function PopularModels({ make, models }: PopularModelsProps) {
  return (
    <ul className="border-line divide-line divide-y border-y">
      {models.map(({ note, ...model }) => (
        <li key={model.code}>
          <PageLink
            to={quoteLink({ make, model: fullName(model) })}
            className="hover:bg-brand-soft group grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-4 transition-colors md:grid-cols-[14rem_minmax(0,1fr)_auto] md:px-3 lg:grid-cols-[20rem_minmax(0,1fr)_auto]"
          >
            <span className="font-sign grid text-2xl leading-7 font-bold">
              {model.code}
              {model.name !== undefined && (
                <span className="text-brand text-lg leading-6 font-semibold">{model.name}</span>
              )}
            </span>
            <span className="text-ink-muted max-md:order-3 max-md:col-span-2">{note}</span>
            <ArrowRight
              aria-hidden
              className="text-line-strong size-6 transition-transform group-hover:translate-x-1"
            />
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
