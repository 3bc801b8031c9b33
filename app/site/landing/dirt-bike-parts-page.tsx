import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Drawing } from "#app/site/drawings/drawing.tsx";

import { bikePartsTo, PartsTemplate } from "./landing-page.tsx";
import { dirtBikeParts } from "./parts.ts";
import { ModelLists, PartGroups } from "./quote-links.tsx";

export const meta = () =>
  pageMeta({
    title: "Dirt motorcycle parts: CRF, YZ, RM-Z, KX",
    description:
      "24 used dirt motorcycle parts for Honda CRF, Yamaha YZ and WR, Suzuki RM-Z and DR-Z, Kawasaki KX and KLX. Pick the part, we confirm the year.",
    image: "bikes",
  });

const notes = [
  {
    title: "One year can be everything",
    text: "Motocross bikes are redrawn every few seasons. A 2008 cylinder may look the same as a 2009 and not seal. Always give the model year, not the year you bought it.",
  },
  {
    title: "The frame number has the year",
    text: "It is stamped on the steering head. Send all of it and we'll read the model year from the maker's list.",
  },
  {
    title: "Two-stroke or four-stroke",
    text: "A 250 can be either. One letter says which: a YZ250F is the four-stroke, a YZ250 the two-stroke.",
  },
  {
    title: "Hours beat kilometres",
    text: "Say how many hours since the last piston. It helps us judge what else may be due.",
  },
];

export default function DirtBikePartsPage() {
  return (
    <PartsTemplate
      hero={{
        trail: bikePartsTo({ label: "Dirt motorcycles", href: "/parts/dirt-bike" }),
        title: "Dirt motorcycle parts, from crank to shroud",
        text: "Second-hand parts for motocross, enduro and trail bikes from four makers. Up to 70% off new.",
        drawing: <Drawing name="dirt-bike" />,
      }}
      parts={{
        title: "The 24 that break, bend or wear",
        text: "Choose yours and go straight to the form.",
        list: <PartGroups groups={dirtBikeParts} />,
      }}
      advice={{ title: "Before you send it", notes }}
      machines={{
        title: "Honda, Yamaha, Suzuki, Kawasaki",
        text: "Is it one of these? Take the shortcut: make and model are filled in for you.",
        list: <ModelLists kind="dirtBike" />,
      }}
      closing={{
        title: "Racing on Sunday?",
        text: "Ask early in the week. Most orders take 2-4 business days from dispatch; rural addresses can take longer.",
      }}
    />
  );
}
