import { pageMeta } from "#app/shared/document/page-meta.ts";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";
import { NoteRows, Notes } from "#app/site/layout/notes.tsx";
import { Section } from "#app/site/layout/section.tsx";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { replyPhrase, upperFirst } from "#domain/reply-rule.ts";

import { LandingHero } from "./landing-page.tsx";

const offeredWithin = replyPhrase(vehicleSubmission.replyRule);

export const meta = () =>
  pageMeta({
    title: "Motorcycle wreckers: sell your bike for parts",
    description: `Motorcycle wreckers in Whangārei. We buy road, dirt and farm bikes, crashed, seized or left sitting. Offer by e-mail ${offeredWithin}.`,
    image: "wreckers",
  });

const bikes = [
  {
    title: "Written off",
    text: "Bought it back from the insurer? Tell us, and say whether it's deregistered. We buy it for its good side.",
  },
  {
    title: "Seized or blown",
    text: "The engine is only one part of a bike. Somebody is still looking for the wheels, forks, tank and loom.",
  },
  {
    title: "Unfinished project",
    text: "Frame here, engine there, bolts in ice-cream tubs. Bring the tubs.",
  },
  {
    title: "Old farm hack",
    text: "AGs, CTs, Trojans. The harder they worked, the more people want their parts.",
  },
  {
    title: "Runs, but not worth a warrant",
    text: "Add up tyres, chain, discs and bearings before you decide. Then ask us, and compare.",
  },
];

const selling = [
  {
    title: "How you get an offer",
    text: `You fill in the form. ${upperFirst(offeredWithin)} there's a cash offer in your inbox, and a request for photos. You decide.`,
  },
  {
    title: "On a registered bike",
    text: "Leave the plate on until we've agreed who reports the sale. We'll go through the change of owner, or cancelling the registration, with you.",
  },
  {
    title: "What we need to see",
    text: "Identification and proof that the bike is yours to sell. By law, second-hand dealers have to record both. Any money owing on it has to be cleared first.",
  },
  {
    title: "Getting it to us",
    text: "We collect free in Northland. From further away, a bike travels well on a pallet or in the back of a ute; the offer says what it costs.",
  },
];

export default function MotorcycleWreckersPage() {
  return (
    <>
      <LandingHero
        trail={[{ label: "Motorcycle wreckers", href: "/motorcycle-wreckers" }]}
        title="Motorcycle wreckers with a soft spot for old bikes"
        lead={`Your bike has stopped; its parts haven't. Send us the details and you get a cash offer ${offeredWithin}.`}
        actions={
          <>
            <ButtonLink to="/sell-vehicle" look="action" className="grow sm:grow-0">
              Sell Your Bike
            </ButtonLink>
            <ButtonLink to="/contact" look="outline" className="grow sm:grow-0">
              Ask Us First
            </ButtonLink>
          </>
        }
        drawing={<Drawing name="ute-with-bike" />}
      />
      <Section
        title="Bikes we take"
        text="Mostly Honda, Yamaha, Suzuki and Kawasaki; others if there's enough left of them."
        aside
      >
        <NoteRows notes={bikes} />
      </Section>
      <Section title="From your garage to ours" sunken aside>
        <Notes notes={selling} />
      </Section>
      <ClosingCall
        title="Make room in the garage"
        text="No photos needed to start. Just make, model, year, condition and the town it's in."
        label="Get a Cash Offer"
        to="/sell-vehicle"
        drawing={<Drawing name="ute-with-trailer" />}
      />
    </>
  );
}
