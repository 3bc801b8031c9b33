import { businessData } from "#app/document/business-data.ts";
import { JsonLd } from "#app/document/json-ld.tsx";
import { pageMeta } from "#app/document/page-meta.ts";
import { Claims } from "#app/home/claims.tsx";
import { Hero } from "#app/home/hero.tsx";
import { QuickQuote } from "#app/home/quick-quote.tsx";
import { QuoteSteps } from "#app/home/quote-steps.tsx";
import { StartHere } from "#app/home/start-here.tsx";
import { TrustStrip } from "#app/home/trust-strip.tsx";

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
      <div className="grid gap-14 py-10 sm:gap-20 sm:py-14">
        <QuickQuote />
        <TrustStrip />
        <QuoteSteps />
      </div>
      <Claims />
      <StartHere />
    </>
  );
}
