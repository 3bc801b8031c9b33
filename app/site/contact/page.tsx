import { pageMeta } from "#app/shared/document/page-meta.ts";
import { businessData, JsonLd } from "#app/shared/document/structured-data.tsx";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { quotePage } from "#app/site/layout/navigation.ts";
import { PageOpening } from "#app/site/layout/page-opening.tsx";
import { FormHost } from "#app/site/submission/form-host.tsx";
import { business } from "#domain/business.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { replyPhrase } from "#domain/reply-rule.ts";

import { ContactForm } from "./contact-form.tsx";
import { ContactMethods } from "./contact-methods.tsx";

const repliedWithin = replyPhrase(contactMessage.replyRule);

export const meta = () =>
  pageMeta({
    title: "Contact: phone, e-mail, hours and location",
    description: `Ring or write to ${business.name}, quad bike and motorcycle wreckers in ${business.town}, ${business.region}. ${business.hours}. We reply ${repliedWithin}.`,
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
        lead={`Ring while we are open, or write any time. We reply ${repliedWithin}.`}
      />
      <div className="column grid gap-x-16 gap-y-12 pb-14 sm:pb-20 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <ContactMethods />
        </div>
        <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <Writing />
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

function Writing() {
  return (
    <section aria-labelledby="write-title" className="grid content-start gap-6">
      <h2 id="write-title" className="text-3xl sm:text-4xl">
        Write to us
      </h2>
      <FormHost form="contact">
        <ContactForm />
      </FormHost>
    </section>
  );
}
