import type { ReactNode } from "react";

import type { PartGroup } from "./catalogue/parts.ts";
import { ClosingCall } from "./closing-call.tsx";
import { LandingHero } from "./landing-hero.tsx";
import { type Note, Notes } from "./notes.tsx";
import { PartGroups } from "./part-groups.tsx";
import { QuoteButton } from "./quote-button.tsx";
import { Section } from "./section.tsx";
import type { Trail } from "./trail.ts";

interface Words {
  readonly title: string;
  readonly text: string;
}

interface PartsPageProps {
  readonly hero: Words & { readonly trail: Trail; readonly drawing: ReactNode };
  readonly list: Words & { readonly groups: readonly PartGroup[] };
  readonly advice: { readonly title: string; readonly notes: readonly Note[] };
  readonly makers: Words & { readonly links: ReactNode };
  readonly closing: Words;
}

/** For those who know the part: 24 of them, then what to have at hand, then the makers. */
export function PartsPage({ hero, list, advice, makers, closing }: PartsPageProps) {
  return (
    <>
      <LandingHero
        trail={hero.trail}
        title={hero.title}
        lead={hero.text}
        actions={<QuoteButton />}
        drawing={hero.drawing}
      />
      <Section title={list.title} text={list.text}>
        <PartGroups groups={list.groups} />
      </Section>
      <Section title={advice.title} sunken>
        <Notes notes={advice.notes} />
      </Section>
      <Section title={makers.title} text={makers.text}>
        {makers.links}
      </Section>
      <ClosingCall {...closing} sunken />
    </>
  );
}
