import { pageMeta } from "#app/shared/document/page-meta.ts";
import { JsonLd, serviceData } from "#app/shared/document/structured-data.tsx";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { quotePage } from "#app/site/layout/navigation.ts";
import { PageOpening } from "#app/site/layout/page-opening.tsx";
import { ClosingCall, Notes, Section } from "#app/site/layout/sections.tsx";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { frameNumberHelp } from "#domain/frame-number.ts";
import { replyPhrase } from "#domain/reply-due.ts";

const path = "/how-it-works";
const quotedWithin = replyPhrase(quoteRequest.replyRule);

const description =
  "Four steps to a used quad or motorcycle part: tell us the machine, get a checked quote, approve it by e-mail, and have it delivered with tracking.";

export const meta = () => pageMeta({ title: "How buying a used part works", description, image: "help" });

export default function HowItWorksPage() {
  return (
    <>
      <JsonLd
        data={serviceData({ name: "Second-hand quad and motorcycle parts to order", description, path })}
      />
      <PageOpening
        trail={[{ label: "How it works", href: path }]}
        title="How it works"
        lead="Four steps from a broken part to a tracked parcel. You pay nothing until you have seen the price and said yes."
        drawing={<Drawing name="parts-bench" />}
        actions={
          <ButtonLink to={quotePage} look="action" className="grow sm:grow-0">
            Request a Quote
          </ButtonLink>
        }
      />
      <DetailedSteps />
      <FindTheNumbers />
      <ClosingCall
        title="Know what broke?"
        text="Send what you know. If anything is missing, we'll e-mail you."
        label="Request a Quote"
      />
    </>
  );
}

const steps = [
  {
    scene: "ask-scene",
    title: "Tell us your quad",
    text: "One form: make, model, year and the part. Add the VIN or frame number if you can read it, because that usually settles whether it fits. It's the same form for a motorcycle.",
    note: "About two minutes on a phone. No account, and you get a reference number straight away. Our receipt has a link to a page that takes photos from your phone.",
  },
  {
    scene: "check-scene",
    title: "We confirm and quote",
    text: `A wrecker checks that the part fits your machine, that we have it, and what shape it is in. The price comes by e-mail ${quotedWithin}, with the grade: A, B or C.`,
    note: "Quotes are free, with no obligation. Prices in NZD, GST included.",
  },
  {
    scene: "approve-scene",
    title: "Approve by e-mail",
    text: "The e-mail has a link to a page of your own: the quote, a box to tick and a button. Press Approve, and the page shows your invoice, our account and a code to pay with by bank transfer, or a button to pay by card. Not sure? Ask there, or say no thanks. The part is yours once it is paid in full.",
    note: "You can take an approval back until you have paid. Our account number is on that page only, never in an e-mail. If a message has one, ring us before you pay.",
  },
  {
    scene: "deliver-scene",
    title: "Fast delivery with tracking",
    text: (
      <>
        We pack it, send it tracked and put the tracking link on your page. Most orders arrive in{" "}
        <span className="whitespace-nowrap">2-4</span> business days, NZ-wide. Rural addresses and oversize
        parts can take longer, and the quote says so before you pay.
      </>
    ),
    note: "Changed your mind? Tell us within 14 days. A part that is faulty or wrong has no such limit.",
  },
] as const;

function DetailedSteps() {
  return (
    <ol className="column divide-line grid divide-y">
      {steps.map(({ scene, title, text, note }, index) => (
        <li
          key={title}
          className="grid gap-x-12 gap-y-4 py-10 sm:grid-cols-[12rem_minmax(0,1fr)] sm:py-12 lg:grid-cols-[17rem_minmax(0,1fr)_17rem]"
        >
          <div className="text-brand max-w-56 sm:row-span-2 sm:max-w-none lg:row-span-1">
            <Drawing name={scene} />
          </div>
          <div className="grid content-start gap-2">
            <h2 className="text-3xl sm:text-4xl">
              {index + 1}. {title}
            </h2>
            <p className="max-w-prose text-lg">{text}</p>
          </div>
          <p className="border-brand text-ink-muted self-start border-l-2 pl-4 lg:mt-2">{note}</p>
        </li>
      ))}
    </ol>
  );
}

function FindTheNumbers() {
  return (
    <Section title="Where to find the number" sunken>
      <Notes notes={frameNumberHelp.notes} columns={3} />
    </Section>
  );
}
