import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { shortReplyPhrase, replyPhrase } from "#domain/reply-rule.ts";

import { bikePartsTo, PartsTemplate } from "./landing-page.tsx";
import { ModelLists, type PartCard, PartCards } from "./quote-links.tsx";

const quotedWithin = shortReplyPhrase(quoteRequest.replyRule);

export const meta = () =>
  pageMeta({
    title: "Road bike parts: fairings, lights, discs, ABS",
    description: `Second-hand road motorcycle parts for commuters, learners and tourers: fairings, headlights, mirrors, discs, ABS units, clusters. Quoted ${quotedWithin}.`,
    image: "bikes",
  });

const cards: readonly PartCard[] = [
  { part: "Fairings", icon: "fairing", text: "Left, right, nose or belly. Give the colour code." },
  { part: "Headlight", icon: "lamp", text: "Complete, or only a lens or a bracket." },
  { part: "Mirrors and levers", icon: "handlebar", text: "First to go when it falls off the stand." },
  { part: "Brake discs", icon: "disc", text: "The minimum thickness is stamped on the disc." },
  { part: "ABS unit", icon: "cable", text: "Match the number on its label." },
  { part: "Instrument cluster", icon: "gauge", text: "Analogue or digital, ABS lamp or not." },
  { part: "Forks", icon: "fork", text: "One leg or the pair, and which caliper." },
  { part: "Exhaust", icon: "exhaust", text: "Standard mufflers, for when the warrant is due." },
  { part: "Wheels", icon: "wheel", text: "Front or rear, with or without disc." },
];

const notes = [
  {
    title: "Copy the WOF sheet into the notes",
    text: "If it failed, copy what the sheet says. It tells us more than 'front brake'.",
  },
  {
    title: "Colour and year on panels",
    text: "The same red has three names in three years. The colour code is on a label under the seat.",
  },
  {
    title: "Learner versions",
    text: "Learner-approved bikes may have their own throttle body, ECU or intake. Tell us if yours is one.",
  },
  {
    title: "A used cluster and the odometer",
    text: "A used cluster shows the distance of the bike it came from. Keep a record of the change for the next owner.",
  },
];

export default function RoadBikePartsPage() {
  return (
    <PartsTemplate
      hero={{
        trail: bikePartsTo({ label: "Road bike parts", href: "/road-bike-parts" }),
        title: "Road bike parts that pass the next warrant",
        text: "A slow fall in a car park can cost a fairing, a lever and a mirror. Get all three used, in one box.",
        drawing: <Drawing name="road-bike" />,
      }}
      parts={{
        title: "After a fall, before a warrant",
        text: "What road riders need most when something has cracked, bent or failed its warrant.",
        list: <PartCards cards={cards} />,
      }}
      advice={{ title: "Four things to add", notes }}
      machines={{
        title: "Commuters, learners, tourers",
        text: "Some of the bikes we can quote for. Yours isn't here? Just type it into the form.",
        list: <ModelLists kind="roadBike" />,
      }}
      closing={{
        title: "Before you claim or scrap it",
        text: `Price the parts first. It's free, and you'll have the answer ${replyPhrase(quoteRequest.replyRule)}.`,
      }}
    />
  );
}
