import { Check } from "lucide-react";

import { pageMeta } from "#app/shared/document/page-meta.ts";
import { JsonLd, serviceData } from "#app/shared/document/structured-data.tsx";
import { ButtonAnchor } from "#app/shared/ui/button.tsx";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { PageOpening } from "#app/site/layout/page-opening.tsx";
import { PictureStory, Section } from "#app/site/layout/sections.tsx";
import { FormHost } from "#app/site/submission/form-host.tsx";
import { PlainForm } from "#app/site/submission/submission-form.tsx";
import { vehicleSubmission } from "#domain/forms/vehicle-submission.ts";
import { replyPhrase } from "#domain/reply-due.ts";

import { getOffer, handOver, sendPhotos, tellUs } from "./selling.ts";

const path = "/sell-vehicle";
const offeredWithin = replyPhrase(vehicleSubmission.replyRule);

const description = `Sell a quad bike or motorcycle in any state: running, not running, crashed or for parts. We e-mail you a cash offer ${offeredWithin}.`;

export const meta = () =>
  pageMeta({ title: "Sell your quad or motorcycle for cash", description, image: "wreckers" });

export default function SellVehiclePage() {
  return (
    <>
      <JsonLd
        data={serviceData({ name: "Buying used and damaged quads and motorcycles", description, path })}
      />
      <PageOpening
        trail={[{ label: "Sell your vehicle", href: path }]}
        title="Sell your quad or motorcycle"
        lead={`Going or not, whole or in bits. Tell us what you have, and we e-mail you a cash offer ${offeredWithin}.`}
        drawing={<Drawing name="ute-with-quad" />}
        actions={
          <ButtonAnchor href="#offer" look="action" className="grow sm:grow-0">
            Get a Cash Offer
          </ButtonAnchor>
        }
      />
      <div className="column grid gap-x-16 gap-y-10 py-10 sm:py-16 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Offer />
        <Checklist />
      </div>
      <SellingSteps />
    </>
  );
}

function Offer() {
  return (
    <section
      id="offer"
      aria-labelledby="offer-title"
      className="border-line-strong bg-surface-raised grid scroll-mt-24 content-start gap-6 rounded-md border p-4 sm:p-8"
    >
      <h2 id="offer-title" className="text-3xl sm:text-4xl">
        Tell us about your machine
      </h2>
      <FormHost submission={vehicleSubmission}>
        <PlainForm submission={vehicleSubmission} />
      </FormHost>
    </section>
  );
}

const checklist = [
  "Make, model and year",
  "VIN or frame number, and the plate if it has one",
  "Hours or kilometres, if the clock still works",
  "What works, what does not, what is missing",
  "Where it is, and whether we can get a trailer in",
  "Whether it's yours, with no money owing on it",
  "The price you have in mind, if you have one",
];

function Checklist() {
  return (
    <section aria-labelledby="hand-title" className="grid content-start gap-4 self-start lg:sticky lg:top-24">
      <h2 id="hand-title" className="text-2xl">
        Handy to have ready
      </h2>
      <ul className="grid gap-2">
        {checklist.map((item) => (
          <li key={item} className="flex gap-3">
            <Check aria-hidden className="text-brand mt-0.5 size-5 shrink-0" />
            {item}
          </li>
        ))}
      </ul>
      <p className="text-ink-muted">Not all of it, just what you know.</p>
    </section>
  );
}

const steps = [
  { scene: "call-scene", ...tellUs },
  { scene: "photo-scene", ...sendPhotos },
  { scene: "offer-scene", ...getOffer },
  { scene: "load-scene", ...handOver },
] as const;

function SellingSteps() {
  return (
    <Section title="How selling works" sunken>
      <PictureStory steps={steps} />
    </Section>
  );
}
