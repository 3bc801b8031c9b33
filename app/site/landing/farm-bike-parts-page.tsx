import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Drawing } from "#app/site/drawings/drawing.tsx";

import { bikePartsTo, PartsTemplate } from "./landing-page.tsx";
import { ModelLists, type PartCard, PartCards } from "./quote-links.tsx";

export const meta = () =>
  pageMeta({
    title: "Farm bike parts: CT, AG, Trojan, Mudbug",
    description:
      "Used two-wheel farm bike parts: enclosed chain cases, twin side stands, racks, lever guards and drum brakes for CT110, CTX200, AG200, DR200SE and TF125.",
    image: "bikes",
  });

const cards: readonly PartCard[] = [
  {
    part: "Sprockets and enclosed chain case",
    icon: "sprocket",
    text: "Both halves, and the rubber between.",
  },
  { part: "Dual side stands", icon: "frame", text: "Left one, right one, springs." },
  { part: "Racks, front and rear", icon: "rack", text: "For the dog box, the drench or the lunch." },
  { part: "Lever and hand guards", icon: "handlebar", text: "Gates and mānuka are hard on fingers." },
  { part: "Drum brakes", icon: "disc", text: "Plates, shoes, cams and cables." },
  { part: "Carburettor", icon: "fuel", text: "Slide, jets and bowl as one unit." },
  { part: "Clutch and gear set", icon: "clutch", text: "A CT110 has no clutch lever, an AG does." },
  { part: "Wheels and spokes", icon: "wheel", text: "Laced or bare, front or rear." },
  { part: "Seat and tank", icon: "tank", text: "Ag tanks and wide seats, caps, taps." },
];

const notes = [
  {
    title: "Farm version or trail version",
    text: "Ag models carry their own hubs, stands, gearing and guards. Engines are often shared with the trail bike of the same number.",
  },
  {
    title: "The chain case hides the sprocket",
    text: "If the chain jumps, count the teeth front and rear before you order: they may have been changed more than once.",
  },
  {
    title: "Two-stroke oil pump",
    text: "On a Mudbug or an older AG100, ask for pump and cable with the engine. A seized engine and an old pump tend to come as a pair.",
  },
  {
    title: "More than one on the place?",
    text: "List them all in one request. We'll see what one donor bike can give each of them.",
  },
];

export default function FarmBikePartsPage() {
  return (
    <PartsTemplate
      hero={{
        trail: bikePartsTo({ label: "Farm bike parts", href: "/farm-bike-parts" }),
        title: "Farm bike parts for the one that always starts",
        text: "CTs, AGs, Trojans and Mudbugs outlast their spares. What dealers no longer list, a donor bike may still have.",
        drawing: <Drawing name="farm-bike" />,
      }}
      parts={{
        title: "Only on a farm bike",
        text: "Chain cases, twin stands, racks: parts you won't find in a trail bike catalogue.",
        list: <PartCards cards={cards} />,
      }}
      advice={{ title: "What to tell us", notes }}
      machines={{
        title: "Bikes with racks from the factory",
        text: "Pick yours and we fill in make and model.",
        list: <ModelLists kind="farmBike" />,
      }}
      closing={{
        title: "Shepherd on foot today?",
        text: "Send the request from the hill. No signal? It waits on your phone. Leave the page open, or come back to it when you have some.",
      }}
    />
  );
}
