import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { BrandLinks } from "#app/site/layout/brand-links.tsx";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";
import { Section } from "#app/site/layout/section.tsx";
import { grades } from "#domain/grades.ts";
import { upperFirst } from "#domain/reply-rule.ts";

import { LandingHero, quadPartsTo } from "./landing-page.tsx";
import { quadCategories } from "./parts.ts";
import { CategoryCards } from "./quote-links.tsx";

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
        drawing={<Drawing name="parts-shelf" />}
      />
      <Section
        title="Twelve shelves"
        text="Where does it hurt? Choose a shelf and tell us the rest in the form."
      >
        <CategoryCards categories={quadCategories} detailed />
      </Section>
      <Section
        title="What the grade means"
        text="We inspect every part before we quote it, and the quote says its grade. Ask for one grade, or take any."
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
        text="A quote is free, with no obligation. Prices are in NZD and include GST. You have 14 days to send a part back, in addition to your rights under the Consumer Guarantees Act."
      />
    </>
  );
}

const goodFor: Readonly<Record<(typeof grades)[number]["grade"], string>> = {
  A: "For what you see, or what has to last longest.",
  B: "Honest use. The usual choice for a machine that works for its keep.",
  C: "Scratched, faded or rubbed, and does its job. The cheapest way to get going.",
};

function Grades() {
  return (
    <dl className="grid gap-6 md:grid-cols-3 md:gap-10">
      {grades.map(({ grade, wear, measure }) => (
        <div key={grade} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-4">
          <dt className="contents">
            <span className="border-brand font-sign text-brand grid size-16 place-items-center rounded-sm border-3 text-4xl font-bold">
              <span className="sr-only">Grade </span>
              {grade}
            </span>
          </dt>
          <dd className="text-ink-muted">
            <strong className="font-sign text-ink block text-2xl leading-7 font-bold">
              {upperFirst(wear)}
            </strong>
            <span className="text-ink block">{upperFirst(measure)}.</span>
            {goodFor[grade]}
          </dd>
        </div>
      ))}
    </dl>
  );
}
