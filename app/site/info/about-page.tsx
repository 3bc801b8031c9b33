import { ClipboardCheck, Cog, MessageSquareReply, Tag } from "lucide-react";

import { pageMeta } from "#app/shared/document/page-meta.ts";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { Kea } from "#app/shared/ui/logo.tsx";
import { PageLink } from "#app/shared/ui/page-link.tsx";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { quotePage } from "#app/site/layout/navigation.ts";
import { PageOpening } from "#app/site/layout/page-opening.tsx";
import { ClosingCall, Notes, Section } from "#app/site/layout/sections.tsx";
import { firm } from "#domain/firm.ts";
import { quoteRequest } from "#domain/forms/quote-request.ts";
import { replyPhrase } from "#domain/reply-due.ts";

const quotedWithin = replyPhrase(quoteRequest.replyRule);

export const meta = () =>
  pageMeta({
    title: `About us: quad and motorcycle wreckers in ${firm.town}`,
    description: `We take quads and motorcycles apart in ${firm.region}, check and grade what comes off, and send it to farmers and riders all over New Zealand.`,
    image: "help",
  });

export default function AboutPage() {
  return (
    <>
      <PageOpening
        trail={[{ label: "About", href: "/about" }]}
        title="We keep good parts working"
        lead={`${firm.trading_name} is a quad bike and motorcycle wrecker in ${firm.town}, ${firm.region}. We sell what still has life in it to people who need their machine going.`}
        drawing={<Drawing name="kea-at-work" />}
        actions={
          <ButtonLink to={quotePage} look="action" className="grow sm:grow-0">
            Request a Quote
          </ButtonLink>
        }
      />
      <Story />
      <Values />
      <ClosingCall
        title="Need something off the shelf?"
        text={`Tell us the machine and the part. We check the fit and e-mail you a price ${quotedWithin}.`}
        label="Request a Quote"
      />
    </>
  );
}

function Story() {
  return (
    <section
      aria-labelledby="story-title"
      className="column grid gap-x-16 gap-y-10 py-14 sm:py-20 lg:grid-cols-[minmax(0,38rem)_1fr]"
    >
      <div className="grid content-start gap-5 text-lg">
        <h2 id="story-title" className="text-4xl">
          Our story
        </h2>
        <p>
          A quad rarely dies all at once. One thing lets go: a diff, a gearbox, a frame that met a culvert.
          The rest of the machine still has work in it, and somewhere in the country another quad is parked up
          for want of exactly that part.
        </p>
        <p>
          So we buy machines that are worn, bent or drowned, take them apart at our place in {firm.town}, and
          look hard at what comes off. Good parts get a grade and a place on the shelf. The rest is scrap, and
          goes as scrap.
        </p>
        <p>
          We know what a day without the farm bike costs, so we answer {quotedWithin}, say plainly whether a
          part fits, and send it tracked. Got a machine that has done its dash?{" "}
          <PageLink to="/sell-vehicle" className="text-link font-semibold">
            We make a cash offer for it
          </PageLink>
          .
        </p>
      </div>
      <aside
        aria-labelledby="kea-title"
        className="border-line-strong grid content-start gap-3 self-start rounded-md border p-6"
      >
        <Kea className="text-brand size-16" />
        <h2 id="kea-title" className="text-2xl">
          Why a kea?
        </h2>
        <p className="text-ink-muted">
          The kea is the mountain parrot that takes parked cars apart: wiper rubbers, aerials, door seals, and
          the better the part, the sooner it goes. We do the same with spanners, ask the owner first, and put
          labels on.
        </p>
      </aside>
    </section>
  );
}

const values = [
  {
    Icon: ClipboardCheck,
    title: "Quality first",
    text: "Every part is inspected and graded before we quote it. If we wouldn't bolt it on ourselves, it goes in the scrap bin.",
  },
  {
    Icon: Tag,
    title: "Honest pricing",
    text: "New Zealand dollars with the GST in. What the quote says is what you pay, and if new costs about the same, we tell you.",
  },
  {
    Icon: MessageSquareReply,
    title: "Customer focus",
    text: `You hear from us ${quotedWithin}, even when the answer is no. If we get something wrong, we put it right.`,
  },
  {
    Icon: Cog,
    title: "Expert knowledge",
    text: "Quads and bikes are all we wreck. We match the part to make, model, year and frame number before we put a price on it.",
  },
];

function Values() {
  return (
    <Section title="What we stand by" sunken aside>
      <Notes notes={values} />
    </Section>
  );
}
