import { serviceData } from "#app/shared/document/business-data.ts";
import { JsonLd } from "#app/shared/document/json-ld.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { ButtonAnchor } from "#app/shared/ui/button.tsx";
import { UteWithTrailer } from "#app/site/drawings/ute-with-trailer.tsx";
import { PageOpening } from "#app/site/layout/page-opening.tsx";

import { AtHand } from "./at-hand.tsx";
import { Conditions } from "./conditions.tsx";
import { OfferUs } from "./offer-us.tsx";
import { SellingSteps } from "./selling-steps.tsx";

const path = "/sell-vehicle";
const description =
  "Sell a quad bike or motorcycle in any state: running, not running, crashed or for parts. We e-mail you a cash offer within 24 hours.";

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
        lead="Going or not, whole or in bits. Tell us what you have, and we e-mail you a cash offer within 24 hours."
        drawing={<UteWithTrailer load="quad" />}
        actions={
          <ButtonAnchor href="#offer" look="action" className="grow sm:grow-0">
            Get a Cash Offer
          </ButtonAnchor>
        }
      />
      <div className="column grid gap-x-16 gap-y-10 py-10 sm:py-16 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="self-start lg:sticky lg:top-24 lg:order-last">
          <AtHand />
        </div>
        <OfferUs />
      </div>
      <div className="column pb-14 sm:pb-20">
        <Conditions />
      </div>
      <SellingSteps />
    </>
  );
}
