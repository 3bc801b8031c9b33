import { pageMeta } from "#app/shared/document/page-meta.ts";
import { ExplodedDiff } from "#app/site/drawings/exploded-diff.tsx";
import { BrandLinks } from "#app/site/layout/brand-links.tsx";

import { quadPartsTo } from "./landing-hero.tsx";
import { PartsTemplate } from "./parts-template.tsx";
import { quadParts } from "./parts.ts";
import { PartGroups } from "./quote-links.tsx";

export const meta = () =>
  pageMeta({
    title: "ATV parts New Zealand, matched by number",
    description:
      "Used ATV parts in New Zealand: ECU, stator, CV axle, differential, throttle body and more. We match them by VIN, part number or photo.",
    image: "quads",
  });

const notes = [
  {
    title: "ATV or quad?",
    text: "Same machine, two words. The handbook and the parts fiche say ATV, the neighbour says quad. Use either.",
  },
  {
    title: "Part numbers from overseas",
    text: "Type the maker's number as the fiche shows it. A US or Australian model may differ from the New Zealand one, mostly in lights, loom and ECU.",
  },
  {
    title: "What a VIN tells us",
    text: "Seventeen characters, never I, O or Q. Machines that were not registered may have only a shorter frame number. That is enough.",
  },
  {
    title: "Superseded numbers",
    text: "Makers replace part numbers over the years. Old number, new number: give what you have and we follow the chain.",
  },
];

export default function AtvPartsPage() {
  return (
    <PartsTemplate
      hero={{
        trail: quadPartsTo({ label: "ATV parts", href: "/parts/atv" }),
        title: "Used ATV parts, matched by number",
        text: "Spares from dismantled ATVs. Send the VIN or part number and we tell you what interchanges.",
        drawing: <ExplodedDiff />,
      }}
      parts={{
        title: "Common ATV spares",
        text: "From the diff to the dash. Choose one to begin a request, and add the part number in the notes.",
        list: <PartGroups groups={quadParts} />,
      }}
      advice={{ title: "Fiche, VIN, part number", notes }}
      machines={{
        title: "ATV makers we dismantle",
        text: "See which models each one built, and how to read their codes.",
        list: <BrandLinks />,
      }}
      closing={{
        title: "Dealer says discontinued?",
        text: "Out of production is where a wrecker comes in. Send us the number the dealer gave you.",
      }}
    />
  );
}
