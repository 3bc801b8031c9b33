import { businessData } from "#app/shared/document/business-data.ts";
import { JsonLd } from "#app/shared/document/json-ld.tsx";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { quotePage } from "#app/site/layout/navigation.ts";
import { PageOpening } from "#app/site/layout/page-opening.tsx";
import { business } from "#domain/business.ts";

import { Ways } from "./ways.tsx";
import { WriteToUs } from "./write-to-us.tsx";

export const meta = () =>
  pageMeta({
    title: "Contact: phone, e-mail, hours and location",
    description: `Ring or write to ${business.name}, quad bike and motorcycle wreckers in ${business.town}, ${business.region}. ${business.hours}. We reply within one business day.`,
    image: "help",
  });

export default function ContactPage() {
  return (
    <>
      <JsonLd data={businessData()} />
      <PageOpening
        look="plain"
        trail={[{ label: "Contact", href: "/contact" }]}
        title="Contact us"
        lead="Ring while we are open, or write any time. We reply within one business day."
      />
      <div className="column grid gap-x-16 gap-y-12 pb-14 sm:pb-20 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <Ways />
        </div>
        <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <WriteToUs />
        </div>
        <aside
          aria-labelledby="parts-title"
          className="deep grid content-start gap-4 self-start rounded-md p-6 lg:col-start-2"
        >
          <h2 id="parts-title" className="text-3xl">
            After a part?
          </h2>
          <p className="text-deep-muted">
            The quote form asks for what we need to check the fit, so you get a price sooner.
          </p>
          <ButtonLink to={quotePage} look="outline">
            Need Parts?
          </ButtonLink>
        </aside>
      </div>
    </>
  );
}
