import { pageMeta } from "#app/shared/document/page-meta.ts";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { UteWithTrailer } from "#app/site/drawings/ute.tsx";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";
import { NoteRows, Notes } from "#app/site/layout/notes.tsx";
import { Section } from "#app/site/layout/section.tsx";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { replyPhrase, upperFirst } from "#domain/reply-rule.ts";

import { LandingHero } from "./landing-hero.tsx";

const offeredWithin = replyPhrase(vehicleSubmission.replyRule);

export const meta = () =>
  pageMeta({
    title: "Motorcycle wreckers: sell your bike for parts",
    description: `Motorcycle wreckers in Whangārei. We buy road, dirt and farm bikes, crashed, seized or stood too long. Offer by e-mail ${offeredWithin}.`,
    image: "wreckers",
  });

const bikes = [
  {
    title: "Written off",
    text: "Bought it back from the insurer? Tell us so, and whether it is deregistered. We buy it for its good side.",
  },
  {
    title: "Seized or blown",
    text: "The engine is only one part of a bike. Wheels, forks, tank and loom are still what somebody is looking for.",
  },
  {
    title: "Unfinished project",
    text: "Frame here, engine there, bolts in ice-cream tubs. Bring the tubs.",
  },
  {
    title: "Old farm hack",
    text: "AGs, CTs, Trojans. The more it was used the more often its spares are asked for.",
  },
  {
    title: "Runs, but not worth a warrant",
    text: "Add up tyres, chain, discs and bearings before you decide. Then ask us, and compare.",
  },
];

const selling = [
  {
    title: "How an offer comes about",
    text: `You fill in the form. ${upperFirst(offeredWithin)} there is a cash offer in your inbox, and a request for photos. You decide.`,
  },
  {
    title: "On a registered bike",
    text: "Leave the plate on until it is settled who reports the change. We go through change of owner, or cancelling the registration, with you.",
  },
  {
    title: "What we have to see",
    text: "Identification and proof that the bike is yours to sell. The law obliges second-hand dealers to record both. Money owing on it has to be cleared first.",
  },
  {
    title: "Getting it to us",
    text: "We collect free in Northland. From elsewhere a bike travels well on a pallet or in the back of a ute; the offer names the cost.",
  },
];

export default function MotorcycleWreckersPage() {
  return (
    <>
      <LandingHero
        trail={[{ label: "Motorcycle wreckers", href: "/motorcycle-wreckers" }]}
        title="Motorcycle wreckers with a soft spot for old bikes"
        lead={`Your bike stops, its parts go on. Send us the details and you get a cash offer ${offeredWithin}.`}
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
        drawing={<UteWithTrailer load="bike" />}
      />
      <Section
        title="Bikes we take"
        text="Honda, Yamaha, Suzuki and Kawasaki mostly; others if there is enough of them."
        aside
      >
        <NoteRows notes={bikes} />
      </Section>
      <Section title="From your garage to ours" sunken aside>
        <Notes notes={selling} />
      </Section>
      <ClosingCall
        title="Make room in the garage"
        text="No photos needed to begin. Make, model, year, condition and the town it stands in."
        label="Get a Cash Offer"
        to="/sell-vehicle"
        drawing={<UteWithTrailer />}
      />
    </>
  );
}
