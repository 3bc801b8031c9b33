import { pageMeta } from "#app/shared/document/page-meta.ts";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { UteWithTrailer } from "#app/site/drawings/ute.tsx";
import { CallScene, LoadScene, OfferScene, PaidScene } from "#app/site/drawings/wrecker-story.tsx";
import { BrandLinks } from "#app/site/layout/brand-links.tsx";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";
import { quotePage } from "#app/site/layout/navigation.ts";
import { NoteRows, Notes } from "#app/site/layout/notes.tsx";
import { PictureStory } from "#app/site/layout/picture-story.tsx";
import { Section } from "#app/site/layout/section.tsx";
import { conditionNotes } from "#app/site/sell-vehicle/selling.ts";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { replyPhrase, shortReplyPhrase } from "#domain/reply-rule.ts";

import { LandingHero } from "./landing-hero.tsx";

const offeredWithin = replyPhrase(vehicleSubmission.replyRule);

export const meta = () =>
  pageMeta({
    title: "Quad wreckers Northland: cash for quads",
    description: `We buy quads running, broken, crashed or in boxes. Cash offer by e-mail ${offeredWithin}, free pick-up in Northland, paid when we load it.`,
    image: "wreckers",
  });

const steps = [
  {
    Scene: CallScene,
    title: "Contact",
    text: "Fill in the form or ring. What it is, what is wrong with it, where it stands.",
  },
  {
    Scene: OfferScene,
    title: "Quote within hours",
    text: `In working hours you mostly hear from us ${shortReplyPhrase("same-business-day")}, ${offeredWithin} in any case.`,
  },
  {
    Scene: LoadScene,
    title: "Free pick-up",
    text: "In Northland. We come with a trailer; it need not run or roll.",
  },
  {
    Scene: PaidScene,
    title: "Instant payment",
    text: "ID and signature, then a bank transfer while it stands on the trailer.",
  },
];

const conditions = conditionNotes({
  running: "We may pay for it as a machine rather than as parts. Say what is new.",
  "running-issues": "Smoke, noise, no reverse: name it now, and the offer stands when we arrive.",
  "not-running": "Does it turn over? Since when has it stood? That is all we need.",
  damaged: "Rolled, drowned, burnt at one end. The other end is worth something.",
  "parts-only": "Half taken apart, in crates, no papers for the frame. List what is there.",
});

const papers = [
  {
    title: "Photo ID, because the law asks",
    text: "Quads are on the list of the Secondhand Dealers and Pawnbrokers Act. When we buy, we have to record who sells: name, address, date of birth, how we checked it, and a signature.",
  },
  {
    title: "That it is yours",
    text: "An old invoice, the rego papers or a farm asset list will do. We also check for money owing and for stolen reports before we pay.",
  },
  {
    title: "Where we pick up",
    text: "Free pick-up is for Northland. Further away, the offer says what collecting it costs, or where you could drop it.",
  },
  {
    title: "What to take off first",
    text: "Sprayer, toolbox, radio, personal gear. Leave the fuel and the battery in, and tell us if there is chemical on the deck.",
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
        drawing={<UteWithTrailer load="quad" />}
      />
      <Section title="Four steps to an empty shed">
        <PictureStory steps={steps} />
      </Section>
      <Section title="Any condition" text="Five answers on the form, all of them welcome." sunken aside>
        <NoteRows notes={conditions} />
      </Section>
      <Section title="Straight about the paperwork" aside>
        <Notes notes={papers} />
      </Section>
      <Section
        title="Brands we wreck"
        text="These six above all. Another make? Ask, and we tell you plainly."
        sunken
      >
        <BrandLinks />
      </Section>
      <ClosingCall
        title="It is not getting worth more"
        text="Make, model, year, condition and where it stands. Photos come later: we write to you for them."
        label="Get a Cash Offer"
        to="/sell-vehicle"
        drawing={<UteWithTrailer />}
      />
    </>
  );
}
