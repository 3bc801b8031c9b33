import { businessData } from "#app/document/business-data.ts";
import { JsonLd } from "#app/document/json-ld.tsx";
import { pageMeta } from "#app/document/page-meta.ts";
import { Claims } from "#app/home/claims.tsx";
import { Doors } from "#app/home/doors.tsx";
import { Hero } from "#app/home/hero.tsx";
import { QuickQuote } from "#app/home/quick-quote.tsx";
import { QuoteSteps } from "#app/home/quote-steps.tsx";
import { TrustStrip } from "#app/home/trust-strip.tsx";
import { ClosingCall } from "#app/layout/closing-call.tsx";
import { business } from "#domain/business.ts";

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
