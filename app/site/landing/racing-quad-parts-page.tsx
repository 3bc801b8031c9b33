import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Drawing } from "#app/site/drawings/drawing.tsx";

import { quadPartsTo, PartsTemplate } from "./landing-page.tsx";
import { ModelLists, type PartCard, PartCards } from "./quote-links.tsx";

export const meta = () =>
  pageMeta({
    title: "Racing quad parts: TRX450R, YFZ450, LT-R450",
    description:
      "Second-hand race and sport quad parts: long-travel arms, piggyback shocks, top ends, exhausts for TRX450R, YFZ450R, Raptor, Banshee, LT-R450, KFX450R.",
    image: "quads",
  });

const cards: readonly PartCard[] = [
  { part: "Long-travel A-arms", icon: "arm", text: "Uppers, lowers, ball joints. Say the width." },
  { part: "Piggyback shocks", icon: "shock", text: "Length and spring rate if you know them." },
  { part: "Wide axle", icon: "axle", text: "Give the length and the spline count." },
  { part: "Nerf bars and heel guards", icon: "nerf", text: "The webbing wears out; the tube rarely does." },
  { part: "Top end or piston kit", icon: "engine", text: "Standard bore or which oversize?" },
  { part: "Cams and valves", icon: "valve", text: "Heads whole, or the valve gear out of one." },
  { part: "Exhaust system", icon: "exhaust", text: "Slip-on, full system or the standard one." },
  { part: "CDI or ECU", icon: "spark", text: "Standard boxes and known tunes." },
  { part: "Clutch basket", icon: "clutch", text: "Basket alone, or with hub and plates." },
  { part: "Swingarm and linkage", icon: "swingarm", text: "With or without carrier." },
  { part: "Steering stem and damper", icon: "handlebar", text: "Standard or raised clamp." },
  { part: "Bead-lock or alloy rims", icon: "wheel", text: "Offset and stud pattern, please." },
];

const notes = [
  {
    title: "Standard or not?",
    text: "Race quads are rarely standard. List what has been changed: arms, axle, cam, pipe. A standard part may no longer fit yours.",
  },
  {
    title: "Arms come in pairs",
    text: "Left and right, upper and lower, and from the same maker. One odd arm and the toe will never set.",
  },
  {
    title: "Carburettor 450s, injected 450s",
    text: "The YFZ450 has a carburettor, the YFZ450R injection. Engines look related; looms, tanks and ECUs are not.",
  },
  {
    title: "Two-stroke people",
    text: "Banshee and Blaster cylinders get bored again and again. Tell us your current bore and we'll look for one with metal left.",
  },
];

export default function RacingQuadPartsPage() {
  return (
    <PartsTemplate
      hero={{
        trail: quadPartsTo({ label: "Racing quad parts", href: "/racing-quad-parts" }),
        title: "Racing quad parts without the race-shop bill",
        text: "For the 450 class, big Raptors and two-strokes that refuse to retire. Used, inspected, graded.",
        drawing: <Drawing name="sport-quad" />,
      }}
      parts={{
        title: "From arms to rims",
        text: "Twelve parts that a hard season wears out. Some we see often, some hardly ever; every request gets an answer.",
        list: <PartCards cards={cards} />,
      }}
      advice={{ title: "Tell us how it is built", notes }}
      machines={{
        title: "Which one do you race?",
        text: "Choose it and we fill in make and model.",
        list: <ModelLists kind="sportQuad" />,
      }}
      closing={{
        title: "Next round is coming",
        text: "Send the list now, in one request. We answer part by part.",
      }}
    />
  );
}
