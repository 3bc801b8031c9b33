import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { BrandLinks } from "#app/site/layout/brand-links.tsx";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { shortReplyPhrase } from "#domain/reply-rule.ts";

import { quadPartsTo, PartsTemplate } from "./landing-page.tsx";
import { quadParts } from "./parts.ts";
import { PartGroups } from "./quote-links.tsx";

const quotedWithin = shortReplyPhrase(quoteRequest.replyRule);

export const meta = () =>
  pageMeta({
    title: "Quad parts NZ, second-hand and checked",
    description: `Engines, diffs, axles, racks and 20 more used quad parts for Honda, Yamaha, Suzuki, Polaris, Kawasaki and Can-Am. Tell us the part and get a price ${quotedWithin}.`,
    image: "quads",
  });

const notes = [
  {
    title: "Left means your left",
    text: "Sides are named from the seat, looking forward. An axle for the other side can look the same on a bench.",
  },
  {
    title: "Measure what has no number",
    text: "A shock: eye to eye. An axle: end to end, and count the splines. A rim: the bolt spacing. Put it in the notes.",
  },
  {
    title: "Ask for the pair that wears together",
    text: "Drum and shoes, belt and clutch face, hub and bearing. We'll price the pair and each part on its own.",
  },
  {
    title: "Say what it is for",
    text: "A rack for a sprayer has to be straighter than a rack for the dog. Grade C is fine for many jobs, and costs the least.",
  },
];

export default function QuadPartsPage() {
  return (
    <PartsTemplate
      hero={{
        trail: quadPartsTo(),
        title: "Quad parts that have already proved themselves",
        text: "Every part inspected and graded, priced in NZD with GST. We check it against your model before you pay.",
        drawing: <Drawing name="farm-quad" />,
      }}
      parts={{
        title: "24 parts we are asked about",
        text: "Tap one and we open the quote form with it filled in. Not listed? Ask anyway.",
        list: <PartGroups groups={quadParts} />,
      }}
      advice={{ title: "How to get the right part first time", notes }}
      machines={{
        title: "Start with the brand",
        text: "Each maker has its habits, its weak spots and its way of writing model codes.",
        list: <BrandLinks />,
      }}
      closing={{
        title: "Know the part?",
        text: `Then it takes two minutes. ${quoteRequest.promise}`,
      }}
    />
  );
}
