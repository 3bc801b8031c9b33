import { serviceData } from "#app/document/business-data.ts";
import { JsonLd } from "#app/document/json-ld.tsx";
import { pageMeta } from "#app/document/page-meta.ts";
import { PartsBench } from "#app/drawings/parts-bench.tsx";
import { DetailedSteps } from "#app/info/detailed-steps.tsx";
import { FindTheNumbers } from "#app/info/find-the-numbers.tsx";
import { ClosingCall } from "#app/layout/closing-call.tsx";
import { quotePage } from "#app/layout/navigation.ts";
import { PageOpening } from "#app/layout/page-opening.tsx";
import { ButtonLink } from "#app/ui/button.tsx";

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
