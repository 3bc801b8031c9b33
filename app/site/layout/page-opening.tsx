import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

import { siteOrigin } from "#app/shared/document/page-meta.ts";
import { JsonLd } from "#app/shared/document/structured-data.tsx";
import { PageLink } from "#app/shared/ui/page-link.tsx";

interface PageOpeningProps {
  readonly trail: readonly Crumb[];
  readonly title: string;
  readonly tagline?: string | undefined;
  readonly lead: ReactNode;
  /** Deep for pages that sell, plain for pages to read. */
  readonly look?: "deep" | "plain";
  /** Drawing on the lower edge, next to the text or below it. */
  readonly drawing?: ReactNode;
  /** Buttons; the first one is orange. */
  readonly actions?: ReactNode;
}

const looks = {
  deep: { band: "deep border-b-3 border-deep-ink", muted: "text-deep-muted" },
  plain: { band: "", muted: "text-ink-muted" },
} as const;

export function PageOpening({ look = "deep", drawing, actions, ...page }: PageOpeningProps) {
  const { band, muted } = looks[look];
  const columns = drawing === undefined ? "pb-8 sm:pb-10" : "md:grid-cols-2 lg:grid-cols-[6fr_7fr]";
  return (
    <header className={band}>
      <div className={`column grid gap-x-12 gap-y-8 pt-2 sm:pt-4 ${columns}`}>
        <div
          className={`grid content-start gap-4 lg:gap-5 ${drawing === undefined ? "" : "md:pb-10 lg:pb-14"}`}
        >
          <div className={muted}>
            <Breadcrumbs trail={page.trail} />
          </div>
          <h1 className="text-4xl sm:text-5xl lg:pt-4 xl:text-6xl">{page.title}</h1>
          {page.tagline !== undefined && (
            <p className="font-sign text-deep-accent -mt-2 text-2xl leading-7 font-semibold text-balance lg:-mt-3">
              {page.tagline}
            </p>
          )}
          <p className={`max-w-[36rem] text-lg ${muted}`}>{page.lead}</p>
          {actions !== undefined && <div className="flex flex-wrap gap-3 lg:pt-1">{actions}</div>}
        </div>
        {drawing !== undefined && <div className="self-end">{drawing}</div>}
      </div>
    </header>
  );
}

export interface Crumb {
  readonly label: string;
  readonly href: string;
}

interface BreadcrumbsProps {
  /** Pages from below the home page to this one. */
  readonly trail: readonly Crumb[];
}

const home: Crumb = { label: "Home", href: "/" };

function Breadcrumbs({ trail: below }: BreadcrumbsProps) {
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
