import { Clock, Mail, MapPin, Phone } from "lucide-react";

import { business } from "#domain/business.ts";
import { contactMessage } from "#domain/forms/contact-message.ts";
import { replyPhrase } from "#domain/reply-rule.ts";

const repliedWithin = replyPhrase(contactMessage.replyRule);

const methods = [
  {
    Icon: Phone,
    title: "Phone",
    value: business.phone,
    href: business.phoneLink,
    note: "The quickest way while we are open.",
  },
  {
    Icon: Mail,
    title: "E-mail",
    value: business.email,
    href: `mailto:${business.email}`,
    note: `We reply ${repliedWithin}.`,
  },
  {
    Icon: Clock,
    title: "Hours",
    value: business.hours,
    note: "Closed on public holidays.",
  },
  {
    Icon: MapPin,
    title: "Location",
    value: `${business.street}, ${business.town} ${business.postcode}, ${business.region}`,
    note: "Ring before you drive out, to be sure someone's there.",
  },
];

export function ContactMethods() {
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
