import { business } from "#domain/business.ts";
import { firm } from "#domain/firm.ts";
import { factMarker } from "#domain/firm/page-facts.ts";

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
    name: firm.trading_name,
    description: business.tagline,
    url: `${siteOrigin()}/`,
    logo: `${siteOrigin()}/icon-512.png`,
    image: `${siteOrigin()}/social/home.png`,
    telephone: firm.phone_number,
    email: firm.email,
    address: {
      "@type": "PostalAddress",
      streetAddress: firm.street,
      addressLocality: firm.town,
      addressRegion: firm.region,
      postalCode: firm.postcode,
      addressCountry: "NZ",
    },
    openingHoursSpecification: factMarker("opening_hours"),
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
    provider: { "@type": "AutoPartsStore", "@id": businessId(), name: firm.trading_name },
    areaServed: { "@type": "Country", name: "New Zealand" },
  };
}

const businessId = () => `${siteOrigin()}/#business`;
