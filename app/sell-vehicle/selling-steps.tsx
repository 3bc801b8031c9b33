import { CallScene, LoadScene, OfferScene, PhotoScene } from "#app/drawings/wrecker-story.tsx";
import { PictureStory } from "#app/ui/picture-story.tsx";
import { Section } from "#app/ui/section.tsx";

import { getOffer, handOver, sendPhotos, tellUs } from "./steps.ts";

const steps = [
  { Scene: CallScene, ...tellUs },
  { Scene: PhotoScene, ...sendPhotos },
  { Scene: OfferScene, ...getOffer },
  { Scene: LoadScene, ...handOver },
];

/** From an old machine to money. */
export function SellingSteps() {
  return (
    <Section title="How selling works" sunken>
      <PictureStory steps={steps} />
    </Section>
  );
}
