import type { ReactNode } from "react";

import { JsonLd, serviceData } from "#app/shared/document/structured-data.tsx";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";
import { quotePage } from "#app/site/layout/navigation.ts";
import { type Note, Notes } from "#app/site/layout/notes.tsx";
import { type Crumb, PageOpening } from "#app/site/layout/page-opening.tsx";
import { Section } from "#app/site/layout/section.tsx";

interface LandingHeroProps {
  readonly trail: Trail;
  readonly title: string;
  readonly tagline?: string;
  readonly lead: string;
  readonly actions?: ReactNode;
  readonly drawing: ReactNode;
}

/** The top of every landing page, described to search engines as a service. */
export function LandingHero({ actions = <QuoteButton />, ...hero }: LandingHeroProps) {
  const here = hero.trail.at(-1);
  return (
    <>
      {here !== undefined && (
        <JsonLd data={serviceData({ name: hero.title, description: hero.lead, path: here.href })} />
      )}
      <PageOpening actions={actions} {...hero} />
    </>
  );
}

/** Breadcrumbs, from the page below the home page to this page. */
export type Trail = readonly Crumb[];

export const quadPartsTo = (...crumbs: Trail): Trail => [
  { label: "Quad parts", href: "/parts/quad" },
  ...crumbs,
];

export const bikePartsTo = (...crumbs: Trail): Trail => [
  { label: "Motorcycle parts", href: "/parts/motorcycle" },
  ...crumbs,
];

function QuoteButton() {
  return (
    <ButtonLink to={quotePage} look="action" className="grow sm:grow-0">
      Get a Quote
    </ButtonLink>
  );
}

interface Copy {
  readonly title: string;
  readonly text: string;
}

interface PartsTemplateProps {
  readonly hero: Copy & { readonly trail: Trail; readonly drawing: ReactNode };
  readonly parts: Copy & { readonly list: ReactNode };
  readonly advice: { readonly title: string; readonly notes: readonly Note[] };
  readonly machines: Copy & { readonly list: ReactNode };
  readonly closing: Copy;
}

/** The page of one kind of parts: list of parts, advice, then brands or models. */
export function PartsTemplate({ hero, parts, advice, machines, closing }: PartsTemplateProps) {
  const { text: lead, ...top } = hero;
  return (
    <>
      <LandingHero {...top} lead={lead} />
      <Section title={parts.title} text={parts.text}>
        {parts.list}
      </Section>
      <Section title={advice.title} sunken aside>
        <Notes notes={advice.notes} />
      </Section>
      <Section title={machines.title} text={machines.text}>
        {machines.list}
      </Section>
      <ClosingCall {...closing} sunken />
    </>
  );
}
