import { pageMeta } from "#app/shared/document/page-meta.ts";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";
import { Section } from "#app/site/layout/section.tsx";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { replyPhrase } from "#domain/reply-rule.ts";

import { bikePartsTo, LandingHero } from "./landing-page.tsx";
import { PartIcon } from "./part-icon.tsx";
import { PartChips } from "./quote-links.tsx";

const quotedWithin = replyPhrase(quoteRequest.replyRule);

export const meta = () =>
  pageMeta({
    title: "Dirt bike parts by repair: what happened to yours?",
    description: `Drowned, seized, crashed or just tired: which used dirt bike parts the repair takes, and a quote for them ${quotedWithin}. NZ-wide.`,
    image: "bikes",
  });

const jobs = [
  {
    title: "Drowned in a crossing",
    icon: "radiator",
    text: "Drain it before you kick it. If it cranked under water, look at the rod and the stator, then at everything with a plug on it.",
    parts: ["Bottom end or crank", "Stator", "CDI or ECU", "Starter motor"],
  },
  {
    title: "Seized or lost compression",
    icon: "engine",
    text: "A nip can be a piston; a hole is a cylinder as well. On a four-stroke check the valve clearances before blaming the rings.",
    parts: ["Piston and rings", "Cylinder", "Head and valves", "Complete engine"],
  },
  {
    title: "Came off at speed",
    icon: "handlebar",
    text: "Put a straight edge on the fork legs and sight along the wheels. A twisted clamp hides behind new plastics.",
    parts: ["Forks", "Triple clamps", "Front wheel", "Radiators"],
  },
  {
    title: "Cased a jump",
    icon: "shock",
    text: "Footpegs bent, shock blown, linkage bearings squashed flat. Hear a knock from the rear? Start at the linkage.",
    parts: ["Rear shock and linkage", "Swingarm", "Rear wheel", "Subframe"],
  },
  {
    title: "Drags, slips, jumps out of gear",
    icon: "clutch",
    text: "Notches in the basket make it drag, worn dogs make it jump. Oil full of silver means both are worth opening.",
    parts: ["Clutch basket and cover", "Gearbox", "Kick-start assembly"],
  },
  {
    title: "Parked since last summer",
    icon: "fuel",
    text: "Old fuel turns to varnish in the small jets. Mice like airboxes and looms.",
    parts: ["Carburettor", "Throttle body", "Wiring loom", "Tank, seat and plastics"],
  },
] as const;

export default function DirtBikeRepairsPage() {
  return (
    <>
      <LandingHero
        trail={bikePartsTo({ label: "Dirt bike parts", href: "/dirt-bike-parts" })}
        title="What happened to your dirt bike?"
        lead="Tell us the story and we work out the parts. Used, inspected, and checked against your frame number."
        drawing={<Drawing name="dirt-bike" />}
      />
      <Section title="Six stories, and the parts they take" text="Tap a part to start a request.">
        <Jobs />
      </Section>
      <Section
        title="Know the part already?"
        text="The parts page lists all 24 common parts, and models from four makers."
        sunken
      >
        <ButtonLink to="/parts/dirt-bike" look="outline" className="w-fit">
          All dirt motorcycle parts
        </ButtonLink>
      </Section>
      <ClosingCall
        title="A story we haven't listed?"
        text="Write it in the notes in your own words. A wrecker reads it, not a robot."
      />
    </>
  );
}

function Jobs() {
  return (
    <ul className="grid gap-x-12 gap-y-10 md:grid-cols-2">
      {jobs.map(({ title, icon, text, parts }) => (
        <li key={title} className="grid content-start gap-3">
          <h3 className="flex items-center gap-3 text-2xl wrap-anywhere">
            <PartIcon name={icon} className="text-brand size-9 shrink-0" />
            {title}
          </h3>
          <p className="text-ink-muted max-w-prose">{text}</p>
          <PartChips parts={parts} />
        </li>
      ))}
    </ul>
  );
}
