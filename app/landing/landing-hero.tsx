import type { ReactNode } from "react";

import { serviceData } from "#app/document/business-data.ts";
import { JsonLd } from "#app/document/json-ld.tsx";
import { Breadcrumbs } from "#app/ui/breadcrumbs.tsx";

import type { Trail } from "./trail.ts";

interface LandingHeroProps {
  /** From the home page to this page. */
  readonly trail: Trail;
  readonly title: string;
  readonly tagline?: string;
  readonly lead: string;
  /** The buttons; the first is the orange one. */
  readonly actions: ReactNode;
  /** The machine or the scene beside the words. */
  readonly drawing: ReactNode;
}

/** The top of every landing page: where one is, what one gets, and the way to it. */
export function LandingHero({ trail, title, tagline, lead, actions, drawing }: LandingHeroProps) {
  const here = trail.at(-1);
  return (
    <section className="deep">
      {here !== undefined && (
        <JsonLd data={serviceData({ name: title, description: lead, path: here.href })} />
      )}
      <div className="column grid items-end gap-x-12 gap-y-8 pt-2 pb-8 sm:pt-4 lg:grid-cols-[6fr_7fr] lg:pb-12">
        <div className="grid content-start gap-4 self-start lg:gap-5">
          <div className="text-deep-muted">
            <Breadcrumbs trail={trail} />
          </div>
          <h1 className="text-4xl sm:text-5xl lg:pt-4 xl:text-6xl">{title}</h1>
          {tagline !== undefined && (
            <p className="font-sign text-deep-accent -mt-2 text-2xl leading-7 font-semibold lg:-mt-3">
              {tagline}
            </p>
          )}
          <p className="text-deep-muted max-w-[34rem] text-lg">{lead}</p>
          <div className="flex flex-wrap gap-3 lg:pt-1">{actions}</div>
        </div>
        {drawing}
      </div>
    </section>
  );
}
