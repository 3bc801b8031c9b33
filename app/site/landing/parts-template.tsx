import type { ReactNode } from "react";

import { ClosingCall } from "#app/site/layout/closing-call.tsx";
import { type Note, Notes } from "#app/site/layout/notes.tsx";
import { Section } from "#app/site/layout/section.tsx";

import { LandingHero, type Trail } from "./landing-hero.tsx";

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
