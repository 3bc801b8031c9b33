import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Section } from "#app/shared/ui/section.tsx";
import { RoadBike } from "#app/site/drawings/road-bike.tsx";
import { BikeKinds } from "#app/site/landing/bike-kinds.tsx";
import { bikeCategories } from "#app/site/landing/catalogue/categories.ts";
import { CategoryCards } from "#app/site/landing/category-cards.tsx";
import { LandingHero } from "#app/site/landing/landing-hero.tsx";
import { QuoteButton } from "#app/site/landing/quote-button.tsx";
import { bikePartsTo } from "#app/site/landing/trail.ts";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";

export const meta = () =>
  pageMeta({
    title: "Second-hand motorcycle parts NZ",
    description:
      "Second-hand motorcycle parts from a New Zealand wrecker: dirt, road and farm bikes by Honda, Yamaha, Suzuki and Kawasaki. Twelve kinds of part.",
    image: "bikes",
  });

export default function MotorcyclePartsPage() {
  return (
    <>
      <LandingHero
        trail={bikePartsTo()}
        title="Motorcycle parts for road, dirt and farm"
        lead="For the one you commute on, the one you race and the one behind the woolshed. Name the bike and the part, we do the looking."
        actions={<QuoteButton />}
        drawing={<RoadBike />}
      />
      <Section title="What do you ride?" text="Three kinds of bike, three kinds of damage.">
        <BikeKinds />
      </Section>
      <Section title="Twelve kinds of part" sunken>
        <CategoryCards categories={bikeCategories} detailed />
      </Section>
      <ClosingCall
        title="Not sure what it is called?"
        text="Describe where it sits and what it touches. Once you have a reference number you can e-mail a photo."
      />
    </>
  );
}
