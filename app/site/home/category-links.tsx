import { ArrowRight } from "lucide-react";

import { PageLink } from "#app/shared/ui/page-link.tsx";
import { Drawing, type DrawingName } from "#app/site/drawings/drawing.tsx";
import { bikePages, quadPages, type SiteLink, wreckingPages } from "#app/site/layout/navigation.ts";
import { BrandLinks, Section } from "#app/site/layout/sections.tsx";

interface LinkCategory {
  readonly title: string;
  readonly links: readonly SiteLink[];
  readonly drawing: DrawingName;
}

const categories: readonly LinkCategory[] = [
  { title: "Quads", links: quadPages, drawing: "small-quad" },
  { title: "Motorcycles", links: bikePages, drawing: "small-bike" },
  { title: "Sell us yours", links: wreckingPages, drawing: "trailer" },
];

export function CategoryLinks() {
  return (
    <Section title="What's in your shed?">
      <ul className="grid gap-4 md:grid-cols-3 md:gap-6">
        {categories.map(({ title, links, drawing }) => (
          <li
            key={title}
            className="border-line-strong bg-surface-raised text-ink grid grid-rows-[auto_1fr_auto] gap-3 rounded-md border px-5 pt-5 [--ground:var(--color-surface-raised)]"
          >
            <h3 className="text-3xl">{title}</h3>
            <PageLinks links={links} />
            <Drawing name={drawing} className="text-brand" />
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
