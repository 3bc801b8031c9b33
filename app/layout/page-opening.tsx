import type { ReactNode } from "react";

import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";

interface PageOpeningProps {
  /** The page's name in the breadcrumbs, and its path. */
  readonly label: string;
  readonly path: string;
  readonly title: string;
  readonly lead: ReactNode;
  /** Deep for pages that sell, plain for pages that one comes to read. */
  readonly look?: "deep" | "plain";
  readonly picture?: ReactNode;
  /** The first thing to do here. */
  readonly children?: ReactNode;
}

const looks = {
  deep: { band: "deep", lead: "text-deep-muted" },
  plain: { band: "", lead: "text-ink-muted" },
} as const;

/** The top of an information page: where it stands, what it says, what to do first. */
export function PageOpening({ look = "deep", picture, children, ...page }: PageOpeningProps) {
  const { band, lead } = looks[look];
  const columns = picture === undefined ? "" : "lg:grid-cols-[6fr_7fr]";
  return (
    <header className={band}>
      <div className={`column grid items-center gap-x-12 gap-y-6 pt-3 pb-8 sm:pb-12 ${columns}`}>
        <div className="grid gap-4">
          <Breadcrumbs
            trail={[
              { label: "Home", href: "/" },
              { label: page.label, href: page.path },
            ]}
          />
          <h1 className="text-4xl sm:text-6xl">{page.title}</h1>
          <p className={`max-w-[38rem] text-lg ${lead}`}>{page.lead}</p>
          {children !== undefined && <div className="mt-1 flex flex-wrap gap-3">{children}</div>}
        </div>
        {picture}
      </div>
    </header>
  );
}
