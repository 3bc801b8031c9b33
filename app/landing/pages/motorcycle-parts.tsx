import { pageMeta } from "#app/document/page-meta.ts";
import { RoadBike } from "#app/drawings/road-bike.tsx";
import { ClosingCall } from "#app/layout/closing-call.tsx";
import { Section } from "#app/ui/section.tsx";

import { BikeKinds } from "../bike-kinds.tsx";
import { bikeCategories } from "../catalogue/categories.ts";
import { CategoryCards } from "../category-cards.tsx";
import { LandingHero } from "../landing-hero.tsx";
import { QuoteButton } from "../quote-button.tsx";
import { bikePartsTo } from "../trail.ts";

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
