import type { ReactNode } from "react";

import { type Note, Notes } from "#app/shared/ui/notes.tsx";
import { Section } from "#app/shared/ui/section.tsx";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";

import { LandingHero } from "./landing-hero.tsx";
import { QuoteButton } from "./quote-button.tsx";
import type { Trail } from "./trail.ts";

interface Words {
  readonly title: string;
  readonly text: string;
}

interface PartsPageProps {
  readonly hero: Words & { readonly trail: Trail; readonly drawing: ReactNode };
  readonly parts: Words & { readonly list: ReactNode };
  readonly advice: { readonly title: string; readonly notes: readonly Note[] };
  readonly machines: Words & { readonly list: ReactNode };
  readonly closing: Words;
}

/** Parts first, then what to know before asking, then the makers or models. */
export function PartsPage({ hero, parts, advice, machines, closing }: PartsPageProps) {
  const { text: lead, ...top } = hero;
  return (
    <>
      <LandingHero {...top} lead={lead} actions={<QuoteButton />} />
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
