import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { replyPhrase } from "#domain/reply-rule.ts";

import { quadPartsTo, PartsTemplate } from "./landing-page.tsx";
import { ModelLists, type PartCard, PartCards } from "./quote-links.tsx";

const quotedWithin = replyPhrase(quoteRequest.replyRule);

export const meta = () =>
  pageMeta({
    title: "Farm quad parts: racks, towbars, diffs, brakes",
    description:
      "Used farm quad parts that stand up to mud, dogs and fencing gear: racks, bullbars, winches, drum brakes, 4WD actuators, CV axles. Sent to RD addresses.",
    image: "quads",
  });

const cards: readonly PartCard[] = [
  { part: "Front and rear carrier racks", icon: "rack", text: "Steel or alloy? Say what you carry." },
  { part: "Bullbar", icon: "bullbar", text: "Straight ones only, with the mounts." },
  { part: "Towbar or hitch", icon: "towbar", text: "Ball or pin? Tell us about the trailer." },
  { part: "Winch and mount", icon: "winch", text: "Drum, motor and plate, or any one of them." },
  { part: "Rear drum brake parts", icon: "disc", text: "Where mud gets in first." },
  { part: "Front diff and 4WD actuator", icon: "gears", text: "Together or apart." },
  { part: "CV axles and boots", icon: "axle", text: "A split boot today is an axle next month." },
  { part: "Wheel bearings and hubs", icon: "bearing", text: "Hubs with a sound bearing seat." },
  { part: "Radiator and fan", icon: "radiator", text: "Clogged fins cook engines." },
  { part: "Starter and solenoid", icon: "starter", text: "It clicks but will not crank? Start here." },
  { part: "Recoil starter", icon: "recoil", text: "For the morning the battery is flat." },
  { part: "Mudguard extensions and rear deck", icon: "guard", text: "Kinder to the dog, cleaner for you." },
];

const notes = [
  {
    title: "An RD address is no trouble",
    text: "Give the road number and the RD. Rural delivery can take longer than town and may cost more; both are on the quote before you say yes.",
  },
  {
    title: "In the middle of calving",
    text: "Write 'off the road' in the notes and tell us which part you need first. Ask for the rest as extras: you tick what you want when you approve.",
  },
  {
    title: "No rego, no VIN",
    text: "Most farm quads never had either. The frame number is stamped on the front of the frame or on the lower left tube. A photo of it is just as good.",
  },
  {
    title: "Bent crush protection is finished",
    text: "A crush protection device that has taken a roll must be replaced, not straightened. We pass on only those that are complete and unmarked.",
  },
];

export default function FarmQuadPartsPage() {
  return (
    <PartsTemplate
      hero={{
        trail: quadPartsTo({ label: "Farm quad parts", href: "/farm-quad-parts" }),
        title: "Farm quad parts, for machines with a job",
        text: `Stock will not wait for a part from overseas. Tell us what gave up and we'll price it ${quotedWithin}.`,
        drawing: <Drawing name="farm-quad-with-dog" />,
      }}
      parts={{
        title: "What farm work wears out",
        text: "Twelve parts that mud, water and load are hard on.",
        list: <PartCards cards={cards} />,
      }}
      advice={{ title: "From the paddock", notes }}
      machines={{
        title: "Older and rarer work quads",
        text: "The common models are on the brand pages. These get asked for too.",
        list: <ModelLists kind="farmQuad" />,
      }}
      closing={{
        title: "Get it back to work",
        text: "Make, model, year, part. Not sure of the year? Give your best guess and say so in the notes.",
      }}
    />
  );
}
