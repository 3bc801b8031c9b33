import type { ReactNode } from "react";

import { ClosingCall } from "./closing-call.tsx";
import { LandingHero } from "./landing-hero.tsx";
import { type Note, Notes } from "./notes.tsx";
import { type PartCard, PartCards } from "./part-cards.tsx";
import { QuoteButton } from "./quote-button.tsx";
import { Section } from "./section.tsx";
import type { Trail } from "./trail.ts";

interface Words {
  readonly title: string;
  readonly text: string;
}

interface ThemePageProps {
  readonly hero: Words & { readonly trail: Trail; readonly drawing: ReactNode };
  readonly parts: Words & { readonly cards: readonly PartCard[] };
  readonly advice: { readonly title: string; readonly notes: readonly Note[] };
  readonly machines: Words & { readonly lists: ReactNode };
  readonly closing: Words;
}

/** For those who know what they do with the machine: the parts that such work costs. */
export function ThemePage({ hero, parts, advice, machines, closing }: ThemePageProps) {
  return (
    <>
      <LandingHero
        trail={hero.trail}
        title={hero.title}
        lead={hero.text}
        actions={<QuoteButton />}
        drawing={hero.drawing}
      />
      <Section title={parts.title} text={parts.text}>
        <PartCards cards={parts.cards} />
      </Section>
      <Section title={advice.title} sunken>
        <Notes notes={advice.notes} />
      </Section>
      <Section title={machines.title} text={machines.text}>
        {machines.lists}
      </Section>
      <ClosingCall {...closing} sunken />
    </>
  );
}
