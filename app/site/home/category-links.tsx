import { ArrowRight } from "lucide-react";

import { PageLink } from "#app/shared/ui/page-link.tsx";
import { SmallBike, SmallQuad, Trailer } from "#app/site/drawings/ute.tsx";
import { BrandLinks } from "#app/site/layout/brand-links.tsx";
import { bikePages, quadPages, type SiteLink, wreckingPages } from "#app/site/layout/navigation.ts";
import { Section } from "#app/site/layout/section.tsx";

const categories = [
  { title: "Quads", links: quadPages, Drawing: SmallQuad, viewBox: "10 130 300 128" },
  { title: "Motorcycles", links: bikePages, Drawing: SmallBike, viewBox: "10 130 300 128" },
  { title: "Sell us yours", links: wreckingPages, Drawing: Trailer, viewBox: "0 194 300 128" },
];

export function CategoryLinks() {
  return (
    <Section title="What's in your shed?">
      <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
        {categories.map(({ title, links, Drawing, viewBox }) => (
          <li
            key={title}
            className="border-line-strong bg-surface-raised text-ink grid grid-rows-[auto_1fr_auto] gap-3 rounded-md border px-5 pt-5 [--ground:var(--color-surface-raised)]"
          >
            <h3 className="text-3xl">{title}</h3>
            <PageLinks links={links} />
            <svg viewBox={viewBox} aria-hidden className="drawing text-brand w-full">
              <Drawing />
            </svg>
          </li>
        ))}
      </ul>
      <BrandLinks />
    </Section>
  );
}

function PageLinks({ links }: { readonly links: readonly SiteLink[] }) {
  return (
    <ul className="divide-line divide-y">
      {links.map(({ to, label }) => (
        <li key={to}>
          <PageLink to={to} className="group flex min-h-11 items-center justify-between hover:underline">
            {label}
            <ArrowRight
              aria-hidden
              className="text-line-strong size-5 transition-transform group-hover:translate-x-1"
            />
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
