import { business, daysOf } from "#domain/business.ts";

import { siteOrigin } from "./page-meta.ts";

interface JsonLdProps {
  readonly data: { readonly "@type": string; readonly [property: string]: unknown };
}

export function JsonLd({ data }: JsonLdProps) {
  const json = JSON.stringify({ "@context": "https://schema.org", ...data });
  // Otherwise a text could close the script.
  const text = json.replaceAll("<", "\\u003c");
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}

export function businessData() {
  return {
    "@type": "AutoPartsStore",
    "@id": businessId(),
    name: business.name,
    description: business.tagline,
    url: `${siteOrigin()}/`,
    logo: `${siteOrigin()}/icon-512.png`,
    image: `${siteOrigin()}/social/home.png`,
    telephone: business.phoneLink.replace("tel:", ""),
    email: business.email,
    address: {
      "@type": "PostalAddress",
      streetAddress: business.street,
      addressLocality: business.town,
      addressRegion: business.region,
      postalCode: business.postcode,
      addressCountry: "NZ",
    },
    openingHoursSpecification: business.openingHours.map((hours) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: daysOf(hours),
      opens: hours.opens,
      closes: hours.closes,
    })),
    areaServed: { "@type": "Country", name: "New Zealand" },
    currenciesAccepted: "NZD",
  };
}

interface ServiceFacts {
  readonly name: string;
  readonly description: string;
  readonly path: string;
}

export function serviceData({ name, description, path }: ServiceFacts) {
  return {
    "@type": "Service",
    name,
    description,
    url: siteOrigin() + path,
    provider: { "@type": "AutoPartsStore", "@id": businessId(), name: business.name },
    areaServed: { "@type": "Country", name: "New Zealand" },
  };
}

const businessId = () => `${siteOrigin()}/#business`;
