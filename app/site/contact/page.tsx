import { Clock, Mail, MapPin, Phone } from "lucide-react";

import { pageMeta } from "#app/shared/document/page-meta.ts";
import { businessData, JsonLd } from "#app/shared/document/structured-data.tsx";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { quotePage } from "#app/site/layout/navigation.ts";
import { PageOpening } from "#app/site/layout/page-opening.tsx";
import { FormHost } from "#app/site/submission/form-host.tsx";
import { PlainForm } from "#app/site/submission/submission-form.tsx";
import { addressLine, firm, phoneLink } from "#domain/firm.ts";
import { factMarker } from "#domain/firm/page-facts.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { replyPhrase } from "#domain/reply-due.ts";

const repliedWithin = replyPhrase(contactMessage.replyRule);

export const meta = () =>
  pageMeta({
    title: "Contact: phone, e-mail, hours and location",
    description: `Ring or write to ${firm.trading_name}, quad bike and motorcycle wreckers in ${firm.town}, ${firm.region}. ${firm.hours_text}. We reply ${repliedWithin}.`,
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
      <FormHost submission={contactMessage}>
        <PlainForm submission={contactMessage} />
      </FormHost>
    </section>
  );
}

const methods = [
  {
    Icon: Phone,
    title: "Phone",
    value: firm.phone,
    href: phoneLink(),
    note: "The quickest way while we are open.",
  },
  {
    Icon: Mail,
    title: "E-mail",
    value: firm.email,
    href: `mailto:${firm.email}`,
    note: `We reply ${repliedWithin}.`,
  },
  {
    Icon: Clock,
    title: "Hours",
    value: firm.hours_text,
    note: `Closed on public holidays. ${factMarker("closed_note")}`,
  },
  {
    Icon: MapPin,
    title: "Location",
    value: `${addressLine()}, ${firm.region}`,
    note: "Ring before you drive out, to be sure someone's there.",
  },
];

function ContactMethods() {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
      {methods.map(({ Icon, title, value, href, note }) => (
        <li
          key={title}
          className="border-line bg-surface-raised grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4 rounded-md border px-5 py-4"
        >
          <Icon aria-hidden strokeWidth={1.5} className="text-brand row-span-3 size-8" />
          <h2 className="pt-0.5 text-2xl">{title}</h2>
          {href === undefined ? (
            <p className="py-2.5 leading-6 font-semibold">{value}</p>
          ) : (
            <a
              href={href}
              className="text-link flex min-h-11 items-center font-semibold [overflow-wrap:anywhere]"
            >
              {value}
            </a>
          )}
          <p className="text-ink-muted text-sm">{note}</p>
        </li>
      ))}
    </ul>
  );
}
