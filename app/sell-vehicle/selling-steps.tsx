import { CallScene, LoadScene, OfferScene, PhotoScene } from "#app/drawings/wrecker-story.tsx";
import { PictureStory } from "#app/ui/picture-story.tsx";
import { Section } from "#app/ui/section.tsx";

const steps = [
  { Scene: CallScene, title: "Tell us about it", text: "What it is, what state it is in, where it stands." },
  {
    Scene: PhotoScene,
    title: "Send photos",
    text: "We e-mail you and ask for a few. All four sides, and whatever is broken.",
  },
  { Scene: OfferScene, title: "Get a cash offer", text: "By e-mail, within 24 hours. Take it or leave it." },
  {
    Scene: LoadScene,
    title: "Hand it over",
    text: "Say yes and we agree on pick-up and payment. Have your ID ready: the law has us record it.",
  },
];

/** From an old machine to money. */
export function SellingSteps() {
  return (
    <Section title="How selling works" sunken>
      <PictureStory steps={steps} />
    </Section>
  );
}
