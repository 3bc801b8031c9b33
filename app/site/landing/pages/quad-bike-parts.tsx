import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Section } from "#app/shared/ui/section.tsx";
import { PartsShelf } from "#app/site/drawings/parts-shelf.tsx";
import { quadCategories } from "#app/site/landing/catalogue/categories.ts";
import { CategoryCards } from "#app/site/landing/category-cards.tsx";
import { Grades } from "#app/site/landing/grades.tsx";
import { LandingHero } from "#app/site/landing/landing-hero.tsx";
import { QuoteButton } from "#app/site/landing/quote-button.tsx";
import { quadPartsTo } from "#app/site/landing/trail.ts";
import { BrandLinks } from "#app/site/layout/brand-links.tsx";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";

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
