import { Ways } from "#app/contact/ways.tsx";
import { WriteToUs } from "#app/contact/write-to-us.tsx";
import { businessData } from "#app/document/business-data.ts";
import { JsonLd } from "#app/document/json-ld.tsx";
import { pageMeta } from "#app/document/page-meta.ts";
import { quotePage } from "#app/layout/navigation.ts";
import { PageOpening } from "#app/layout/page-opening.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { business } from "#domain/business.ts";

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
