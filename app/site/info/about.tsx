import { pageMeta } from "#app/shared/document/page-meta.ts";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { KeaAtWork } from "#app/site/drawings/kea-at-work.tsx";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";
import { quotePage } from "#app/site/layout/navigation.ts";
import { PageOpening } from "#app/site/layout/page-opening.tsx";
import { business } from "#domain/business.ts";

import { Story } from "./story.tsx";
import { Values } from "./values.tsx";

export const meta = () =>
  pageMeta({
    title: "About us: quad and motorcycle wreckers in Whangārei",
    description:
      "We take quads and motorcycles apart in Northland, check and grade what comes off, and send it to farmers and riders all over New Zealand.",
    image: "help",
  });

export default function AboutPage() {
  return (
    <>
      <PageOpening
        trail={[{ label: "About", href: "/about" }]}
        title="We keep good parts working"
        lead={`${business.name} is a quad bike and motorcycle wrecker in ${business.town}, ${business.region}. We sell what still has life in it to people who need their machine going.`}
        drawing={<KeaAtWork />}
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
        text="Tell us the machine and the part. We check the fit and e-mail you a price the same business day."
        label="Request a Quote"
      />
    </>
  );
}
