import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { BrandLinks } from "#app/site/layout/brand-links.tsx";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";
import { Notes } from "#app/site/layout/notes.tsx";
import { Section } from "#app/site/layout/section.tsx";

import { LandingHero, quadPartsTo } from "./landing-page.tsx";
import { quadParts } from "./parts.ts";
import { PartChips, PartGroups } from "./quote-links.tsx";

export const meta = () =>
  pageMeta({
    title: "ATV parts NZ: work, big 4x4 and sport ATVs",
    description:
      "Used ATV parts in New Zealand by type of machine: what wears out on work ATVs, big 4x4s and sport ATVs, and how part numbers and VINs work here.",
    image: "quads",
  });

export default function AtvPartsPage() {
  return (
    <>
      <LandingHero
        trail={quadPartsTo({ label: "ATV parts", href: "/parts/atv" })}
        title="Used ATV parts, matched by number"
        lead="Parts from dismantled ATVs. Send the VIN, frame number or part number and we tell you what fits yours."
        drawing={<Drawing name="exploded-diff" />}
      />
      <Section title="What ATV means here" aside>
        <Notes notes={meanings} />
      </Section>
      <Section
        title="Which kind is yours?"
        text="Three kinds of ATV wear out in three different places. These are the parts people ask for most."
        sunken
      >
        <AtvKinds />
      </Section>
      <Section title="The other numbers" text="Four things that save an e-mail back and forth." aside>
        <Notes notes={numbers} />
      </Section>
      <Section title="24 common ATV parts" text="Choose one to start a request." sunken>
        <PartGroups groups={quadParts} />
      </Section>
      <Section
        title="ATVs we dismantle"
        text="See which models each maker built, and how to read their codes."
      >
        <BrandLinks />
      </Section>
      <ClosingCall
        title="Dealer says discontinued?"
        text="That's where a wrecker comes in. Send us the number the dealer gave you."
        sunken
      />
    </>
  );
}

const meanings = [
  {
    title: "ATV or quad?",
    text: "Same machine, two words. The handbook and the parts book say ATV, the neighbour says quad. Use either.",
  },
  {
    title: "Since 1982",
    text: "Suzuki's LT125 was the first ATV with four wheels, and New Zealand's importer had a say in it. Most farms have had one kind or another since.",
  },
  {
    title: "A side-by-side isn't one",
    text: "A Ranger or an RZR has a steering wheel and two seats. It shares some parts with the maker's ATVs, so ask, and tell us it's a side-by-side.",
  },
  {
    title: "Mostly unregistered",
    text: "A vehicle first registered here since April 1994 has a VIN. Many farm ATVs never were registered, so they have only a frame number. That's enough for us.",
  },
];

const kinds = [
  {
    drawing: "farm-quad",
    title: "Work ATV",
    text: "Solid rear axle, drum brake, racks. TRX420FM, KingQuad 300, Bayou. Mud gets in at the rear brake first, then the bearings.",
    parts: [
      "Rear drum brake parts",
      "Wheel bearings and hubs",
      "Starter and solenoid",
      "Front and rear carrier racks",
    ],
  },
  {
    drawing: "big-quad",
    title: "Big 4x4",
    text: "Independent rear suspension, so four CV axles, and eight boots to split. Most have a belt. Grizzly, KingQuad 750, Sportsman, Outlander.",
    parts: [
      "CV axles and boots",
      "Front diff and 4WD actuator",
      "Clutch, CVT drive and belt cover",
      "Radiator and fan",
    ],
  },
  {
    drawing: "sport-quad",
    title: "Sport ATV",
    text: "Long arms, no racks. TRX450R, YFZ450R, Raptor, LT-R450. A crash bends the arms, a season wears out the top end.",
    parts: ["Long-travel A-arms", "Top end or piston kit", "Piggyback shocks", "Steering stem and damper"],
  },
] as const;

function AtvKinds() {
  return (
    <ul className="grid gap-x-10 gap-y-12 md:grid-cols-3">
      {kinds.map(({ drawing, title, text, parts }) => (
        <li key={title} className="grid content-start gap-3">
          <div className="deep rounded-md px-4 pt-5">
            <Drawing name={drawing} />
          </div>
          <h3 className="text-3xl">{title}</h3>
          <p className="text-ink-muted">{text}</p>
          <PartChips parts={parts} />
        </li>
      ))}
    </ul>
  );
}

const numbers = [
  {
    title: "Part numbers from overseas",
    text: "Type the maker's number as the parts book shows it. A US or Australian model may differ from the New Zealand one, mostly in lights, loom and ECU.",
  },
  {
    title: "Superseded numbers",
    text: "Makers replace part numbers over the years. Old number or new number: give us what you have and we follow the chain.",
  },
  {
    title: "A VIN that starts with 7A",
    text: "It was issued in New Zealand and says nothing about the model. Give us the make, model and year as well, and the frame number if you can read it.",
  },
  {
    title: "Read it twice",
    text: "A VIN has 17 characters and never uses I, O or Q: what looks like an O is a zero, what looks like an I is a one. A frame number is shorter.",
  },
];
