import { ChevronRight } from "lucide-react";

import { JsonLd } from "#app/shared/document/json-ld.tsx";
import { siteOrigin } from "#app/shared/document/site-origin.ts";

import { PageLink } from "./page-link.tsx";

export interface Crumb {
  readonly label: string;
  readonly href: string;
}

interface BreadcrumbsProps {
  /** From the page below the home page to this page, which stands last. */
  readonly trail: readonly Crumb[];
}

const home: Crumb = { label: "Home", href: "/" };

/** Where in the site the page stands, for people and for search engines. */
export function Breadcrumbs({ trail: below }: BreadcrumbsProps) {
  const trail = [home, ...below];
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap items-center gap-x-1 text-sm">
        {trail.map(({ label, href }, index) => (
          <li key={href} className="flex items-center gap-x-1">
            {index > 0 && <ChevronRight aria-hidden className="size-4 shrink-0 opacity-60" />}
            {index === trail.length - 1 ? (
              <span aria-current="page" className="inline-flex min-h-11 items-center">
                {label}
              </span>
            ) : (
              <PageLink to={href} className="text-link inline-flex min-h-11 items-center">
                {label}
              </PageLink>
            )}
          </li>
        ))}
      </ol>
      <JsonLd data={breadcrumbList(trail)} />
    </nav>
  );
}

function breadcrumbList(trail: readonly Crumb[]) {
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ label, href }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      item: siteOrigin() + href,
    })),
  };
}
