import { pageMeta } from "#app/shared/document/page-meta.ts";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";
import { Section } from "#app/site/layout/section.tsx";

import { bikePartsTo, LandingHero } from "./landing-page.tsx";
import { bikeCategories } from "./parts.ts";
import { CategoryCards } from "./quote-links.tsx";

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
        lead="For the one you commute on, the one you race and the one behind the woolshed. Tell us the bike and the part, and we'll do the looking."
        drawing={<Drawing name="road-bike" />}
      />
      <Section title="What do you ride?" text="Three kinds of bike, three kinds of damage.">
        <BikeKinds />
      </Section>
      <Section title="Twelve kinds of part" sunken>
        <CategoryCards categories={bikeCategories} detailed />
      </Section>
      <ClosingCall
        title="Not sure what it's called?"
        text="Describe where it sits and what it touches. Once you have a reference number you can e-mail a photo."
      />
    </>
  );
}

const kinds = [
  {
    drawing: "dirt-bike",
    to: "/dirt-bike-parts",
    label: "Dirt bikes",
    text: "Landed, drowned or due for a piston.",
  },
  {
    drawing: "road-bike",
    to: "/road-bike-parts",
    label: "Road bikes",
    text: "Slid, tipped over or failed its warrant.",
  },
  {
    drawing: "farm-bike",
    to: "/farm-bike-parts",
    label: "Farm bikes",
    text: "Does the fencing, fords the creek, never gets washed.",
  },
] as const;

function BikeKinds() {
  return (
    <ul className="grid gap-x-10 gap-y-10 sm:grid-cols-3">
      {kinds.map(({ drawing, to, label, text }) => (
        <li key={to} className="grid content-start gap-3">
          <div className="deep rounded-md px-6 pt-5">
            <Drawing name={drawing} />
          </div>
          <p className="text-ink-muted">{text}</p>
          <ButtonLink to={to}>{label}</ButtonLink>
        </li>
      ))}
    </ul>
  );
}
