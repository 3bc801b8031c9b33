import { serviceData } from "#app/shared/document/business-data.ts";
import { JsonLd } from "#app/shared/document/json-ld.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { PartsBench } from "#app/site/drawings/parts-bench.tsx";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";
import { quotePage } from "#app/site/layout/navigation.ts";
import { PageOpening } from "#app/site/layout/page-opening.tsx";

import { DetailedSteps } from "./detailed-steps.tsx";
import { FindTheNumbers } from "./find-the-numbers.tsx";

const path = "/how-it-works";
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
        drawing={<PartsBench />}
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
        text="Send what you know. If a detail is missing, we ask for it by e-mail."
        label="Request a Quote"
      />
    </>
  );
}
