import { PictureStory } from "#app/shared/ui/picture-story.tsx";
import { Section } from "#app/shared/ui/section.tsx";
import { ApproveScene, AskScene, CheckScene, DeliverScene } from "#app/site/drawings/quote-story.tsx";

const steps = [
  {
    Scene: AskScene,
    title: "Request a quote",
    text: "Tell us the machine and the part. Two minutes, no account.",
  },
  {
    Scene: CheckScene,
    title: "We confirm and quote",
    text: "We check that it fits and that we have it, and e-mail a price.",
  },
  {
    Scene: ApproveScene,
    title: "You approve by e-mail",
    text: "You get a secure invoice link. Pay by card or bank transfer.",
  },
  {
    Scene: DeliverScene,
    title: "We ship with tracking",
    text: "Most orders arrive in 2-4 business days, NZ-wide.",
  },
];

/** The way of a part to its new owner. */
export function QuoteSteps() {
  return (
    <Section title="How It Works" sunken>
      <PictureStory steps={steps} />
    </Section>
  );
}
