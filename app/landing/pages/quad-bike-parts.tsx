import { pageMeta } from "#app/document/page-meta.ts";
import { PartsShelf } from "#app/drawings/parts-shelf.tsx";
import { BrandLinks } from "#app/layout/brand-links.tsx";
import { ClosingCall } from "#app/layout/closing-call.tsx";
import { Section } from "#app/ui/section.tsx";

import { quadCategories } from "../catalogue/categories.ts";
import { CategoryCards } from "../category-cards.tsx";
import { Grades } from "../grades.tsx";
import { LandingHero } from "../landing-hero.tsx";
import { QuoteButton } from "../quote-button.tsx";
import { quadPartsTo } from "../trail.ts";

export const meta = () =>
  pageMeta({
    title: "Used quad bike parts, graded A, B or C",
    description:
      "Why buy used quad bike parts: up to 70% off new, inspected, graded A to C, 14-day returns. Twelve shelves of parts and six brands to choose from.",
    image: "quads",
  });

export default function QuadBikePartsPage() {
  return (
    <>
      <LandingHero
        trail={quadPartsTo({ label: "Used quad bike parts", href: "/parts/quad-bike" })}
        title="Used quad bike parts. Keep the quad, skip the new price."
        lead="A good second-hand part puts an old machine back to work for up to 70% less than new."
        actions={<QuoteButton />}
        drawing={<PartsShelf />}
      />
      <Section
        title="Twelve shelves"
        text="Where does it hurt? Choose a shelf and tell us the rest in the form."
      >
        <CategoryCards categories={quadCategories} detailed />
      </Section>
      <Section
        title="What the grade means"
        text="A part is inspected before we quote it, and its grade stands on the quote. You can ask for one grade, or take any."
        sunken
      >
        <Grades />
      </Section>
      <Section title="Which badge is on yours?" text="Six makers, a page each.">
        <BrandLinks />
      </Section>
      <ClosingCall
        sunken
        title="See what it costs"
        text="A quote is free and binds you to nothing. Prices are in NZD and include GST. You have 14 days to send a part back, in addition to your rights under the Consumer Guarantees Act."
      />
    </>
  );
}
