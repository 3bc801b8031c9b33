import { businessData } from "#app/shared/document/business-data.ts";
import { JsonLd } from "#app/shared/document/json-ld.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";
import { business } from "#domain/business.ts";

import { Claims } from "./claims.tsx";
import { Doors } from "./doors.tsx";
import { Hero } from "./hero.tsx";
import { QuickQuote } from "./quick-quote.tsx";
import { QuoteSteps } from "./quote-steps.tsx";
import { TrustStrip } from "./trust-strip.tsx";

export const meta = () =>
  pageMeta({
    title: "Second-hand quad and motorcycle parts, NZ-wide",
    description:
      "Inspected second-hand quad bike and motorcycle parts from Whangārei, delivered across New Zealand. Same day quotes, fitment help, up to 70% off new.",
  });

export default function HomePage() {
  return (
    <>
      <JsonLd data={businessData()} />
      <Hero />
      <QuickQuote />
      <TrustStrip />
      <QuoteSteps />
      <Doors />
      <Claims />
      <ClosingCall
        title="Machine off the road?"
        text={
          <>
            Tell us what broke. We reply the same business day. Rather talk? Ring{" "}
            <a href={business.phoneLink} className="text-link font-semibold whitespace-nowrap">
              {business.phone}
            </a>
            , {business.hours}.
          </>
        }
        label="Start Here"
      />
    </>
  );
}
