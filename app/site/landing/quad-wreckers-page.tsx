import { pageMeta } from "#app/shared/document/page-meta.ts";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { BrandLinks } from "#app/site/layout/brand-links.tsx";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";
import { quotePage } from "#app/site/layout/navigation.ts";
import { NoteRows, Notes } from "#app/site/layout/notes.tsx";
import { PictureStory } from "#app/site/layout/picture-story.tsx";
import { Section } from "#app/site/layout/section.tsx";
import { conditionNotes } from "#app/site/sell-vehicle/selling.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { replyPhrase, shortReplyPhrase } from "#domain/reply-rule.ts";

import { LandingHero } from "./landing-page.tsx";

const offeredWithin = replyPhrase(vehicleSubmission.replyRule);

export const meta = () =>
  pageMeta({
    title: "Quad wreckers Northland: cash for quads",
    description: `We buy quads running, broken, crashed or in boxes. Cash offer by e-mail ${offeredWithin}, free pick-up in Northland, paid when we load it.`,
    image: "wreckers",
  });

const steps = [
  {
    scene: "call-scene",
    title: "Contact",
    text: "Fill in the form or ring. Tell us what it is, what's wrong with it and where it is.",
  },
  {
    scene: "offer-scene",
    title: "Quote within hours",
    text: `You'll usually hear ${shortReplyPhrase("same-business-day")}, and always ${offeredWithin}.`,
  },
  {
    scene: "load-scene",
    title: "Free pick-up",
    text: "In Northland. We bring a trailer; it doesn't have to run or roll.",
  },
  {
    scene: "paid-scene",
    title: "Instant payment",
    text: "ID and a signature, then a bank transfer while it's on the trailer.",
  },
] as const;

const conditions = conditionNotes({
  running: "We may pay for it as a machine rather than as parts. Tell us what's new on it.",
  "running-issues": "Smoke, noise, no reverse: tell us now, and the offer won't change when we arrive.",
  "not-running": "Does it turn over? How long has it been sitting? That's all we need.",
  damaged: "Rolled, drowned, burnt at one end. The other end is worth something.",
  "parts-only": "Half taken apart, in crates, no papers for the frame. List what's there.",
});

const papers = [
  {
    title: "Photo ID, because the law asks",
    text: "Quads come under the Secondhand Dealers and Pawnbrokers Act. When we buy one, we have to record the seller's name, address and date of birth, how we checked them, and a signature.",
  },
  {
    title: "Proof that it's yours",
    text: "An old invoice, the rego papers or a farm asset list will do. We also check for money owing and for stolen reports before we pay.",
  },
  {
    title: "Where we pick up",
    text: "Pick-up is free in Northland. Further away, the offer says what pick-up costs, or where you can drop it off.",
  },
  {
    title: "What to take off first",
    text: "Sprayer, toolbox, radio, personal gear. Leave the fuel and the battery in, and tell us if there are chemicals on the deck.",
  },
];

export default function QuadWreckersPage() {
  return (
    <>
      <LandingHero
        trail={[{ label: "Quad wreckers", href: "/quad-wreckers" }]}
        title="Quad wreckers that come to the gate"
        lead={`Dead, bent or just done? Get a cash offer by e-mail ${offeredWithin}. Free pick-up in Northland.`}
        actions={
          <>
            <ButtonLink to="/sell-vehicle" look="action" className="grow sm:grow-0">
              Sell Your Quad
            </ButtonLink>
            <ButtonLink to={quotePage} look="outline" className="grow sm:grow-0">
              Need Parts Instead?
            </ButtonLink>
          </>
        }
        drawing={<Drawing name="ute-with-quad" />}
      />
      <Section title="Four steps to an empty shed">
        <PictureStory steps={steps} />
      </Section>
      <Section title="Any condition" text="Whichever of the five it is, we're interested." sunken aside>
        <NoteRows notes={conditions} />
      </Section>
      <Section title="Straight about the paperwork" aside>
        <Notes notes={papers} />
      </Section>
      <Section
        title="Brands we wreck"
        text="Mostly these six. Another make? Ask, and we'll tell you straight."
        sunken
      >
        <BrandLinks />
      </Section>
      <ClosingCall
        title="It won't be worth more next year"
        text="Make, model, year, condition and where it is. Photos come later: we'll e-mail you for them."
        label="Get a Cash Offer"
        to="/sell-vehicle"
        drawing={<Drawing name="ute-with-trailer" />}
      />
    </>
  );
}
