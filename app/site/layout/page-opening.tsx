import type { ReactNode } from "react";

import { Breadcrumbs, type Crumb } from "#app/shared/ui/breadcrumbs.tsx";

interface PageOpeningProps {
  /** From the home page to this page. */
  readonly trail: readonly Crumb[];
  readonly title: string;
  readonly tagline?: string | undefined;
  readonly lead: ReactNode;
  /** Deep for pages that sell, plain for pages that one comes to read. */
  readonly look?: "deep" | "plain";
  /** Stands on the lower edge, beside the words or below them. */
  readonly drawing?: ReactNode;
  /** The buttons; the first is the orange one. */
  readonly actions?: ReactNode;
}

const looks = {
  deep: { band: "deep border-b-3 border-deep-ink", muted: "text-deep-muted" },
  plain: { band: "", muted: "text-ink-muted" },
} as const;

/** The top of a page: where one is, what one gets, and the way to it. */
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
