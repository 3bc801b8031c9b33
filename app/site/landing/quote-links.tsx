import { ArrowRight } from "lucide-react";

import { PageLink } from "#app/shared/ui/page-link.tsx";
import { quotePage } from "#app/site/layout/navigation.ts";
import { type MachineKind, makes, type Model, modelName, modelsOf } from "#domain/catalogue/models.ts";
import { partsByShelf } from "#domain/catalogue/parts.ts";
import type { QuotePrefill } from "#domain/forms/quote-request.ts";

import { PartIcon, type PartIconName } from "./part-icon.tsx";
import partTexts from "./parts.json" with { type: "json" };
import type { PartCard } from "./texts.ts";

/** The kinds of parts of a machine. */
const categories = partTexts.categories as Readonly<
  Record<keyof typeof partTexts.categories, readonly PartCategory[]>
>;
/** The 24 parts of a machine that people ask for most, by area. */
const groups = partTexts.groups as Readonly<Record<keyof typeof partTexts.groups, readonly PartGroup[]>>;

interface PartCategory {
  readonly title: string;
  readonly icon: PartIconName;
  readonly holds: string;
}

interface PartGroup {
  readonly title: string;
  readonly icon: PartIconName;
  readonly parts: readonly string[];
}

/** A link to the quote form with these fields filled in (app/site/quote/quote-form.tsx). */
export function quoteLink(known: QuotePrefill): string {
  return `${quotePage}?${new URLSearchParams(known).toString()}`;
}

/** Returns a link with a part or a shelf. For a shelf, the form asks which of its parts it is. */
function partLink(part: string, known: QuotePrefill = {}): string {
  return quoteLink({ ...known, [Object.hasOwn(partsByShelf, part) ? "shelf" : "part"]: part });
}

interface PartCardsProps {
  readonly cards: readonly PartCard[];
  /** Make to fill into the quote form. */
  readonly make?: string;
}

/** Parts or categories with icons; each opens the quote form with that part or shelf. */
export function PartCards({ cards, make }: PartCardsProps) {
  const known = make === undefined ? {} : { make };
  return (
    <ul className="border-line grid border-t border-l sm:grid-cols-2 lg:grid-cols-3">
      {cards.map(({ part, icon, text }) => (
        <li key={part} className="border-line border-r border-b">
          <PageLink
            to={partLink(part, known)}
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

interface CategoryCardsProps {
  readonly machine: keyof typeof categories;
  readonly make?: string;
  /** Lists the contents of each category, too. */
  readonly detailed?: boolean;
}

export function CategoryCards({ machine, detailed = false, ...rest }: CategoryCardsProps) {
  const cards = categories[machine].map(({ title, icon, holds }) => ({
    part: title,
    icon,
    ...(detailed ? { text: holds } : {}),
  }));
  return <PartCards cards={cards} {...rest} />;
}

/** Parts by area of the machine; each opens the quote form with that part or shelf. */
export function PartGroups({ machine }: { readonly machine: keyof typeof groups }) {
  return (
    <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
      {groups[machine].map(({ title, icon, parts }) => (
        <div key={title} className="grid content-start gap-2">
          <h3 className="flex items-center gap-3 text-2xl wrap-anywhere">
            <PartIcon name={icon} className="text-brand size-9 shrink-0" />
            {title}
          </h3>
          <ul className="border-line divide-line divide-y border-y">
            {parts.map((part) => (
              <li key={part}>
                <PageLink
                  to={partLink(part)}
                  className="hover:text-brand group flex min-h-12 items-center justify-between gap-3 py-2 leading-snug hover:underline"
                >
                  {part}
                  <ArrowRight
                    aria-hidden
                    className="text-line-strong size-5 shrink-0 transition-transform group-hover:translate-x-1"
                  />
                </PageLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

interface LinkChipsProps {
  readonly entries: readonly { readonly label: string; readonly to: string }[];
}

function LinkChips({ entries }: LinkChipsProps) {
  return (
    <ul className="flex flex-wrap gap-2">
      {entries.map(({ label, to }) => (
        <li key={label}>
          <PageLink
            to={to}
            className="border-line-strong bg-surface-raised hover:border-brand hover:bg-brand-soft inline-flex min-h-11 items-center rounded-sm border px-3 py-1 font-semibold"
          >
            {label}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}

export function PartChips({ parts }: { readonly parts: readonly string[] }) {
  return <LinkChips entries={parts.map((part) => ({ label: part, to: partLink(part) }))} />;
}

interface ModelChipsProps {
  readonly make: string;
  readonly models: readonly Model[];
}

export function ModelChips({ make, models }: ModelChipsProps) {
  const names = models.map(modelName);
  return <LinkChips entries={names.map((model) => ({ label: model, to: quoteLink({ make, model }) }))} />;
}

/** The machines of one kind, brand by brand. */
export function ModelLists({ kind }: { readonly kind: MachineKind }) {
  const lists = makes.map((name) => ({ name, models: modelsOf(name)[kind] ?? [] }));
  return (
    <div className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
      {lists
        .filter(({ models }) => models.length > 0)
        .map(({ name, models }) => (
          <div key={name} className="grid content-start gap-3">
            <h3 className="text-2xl">{name}</h3>
            <ModelChips make={name} models={models} />
          </div>
        ))}
    </div>
  );
}
