import { PictureStory } from "#app/shared/ui/picture-story.tsx";
import { Section } from "#app/shared/ui/section.tsx";
import { CallScene, LoadScene, OfferScene, PhotoScene } from "#app/site/drawings/wrecker-story.tsx";

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
