import type { ReactNode } from "react";

import { serviceData } from "#app/shared/document/business-data.ts";
import { JsonLd } from "#app/shared/document/json-ld.tsx";
import { PageOpening } from "#app/site/layout/page-opening.tsx";

import type { Trail } from "./trail.ts";

interface LandingHeroProps {
  readonly trail: Trail;
  readonly title: string;
  readonly tagline?: string;
  readonly lead: string;
  readonly actions: ReactNode;
  /** The machine or the scene beside the words. */
  readonly drawing: ReactNode;
}

/** The top of every landing page, which search engines read as a service of ours. */
export function LandingHero(hero: LandingHeroProps) {
  const here = hero.trail.at(-1);
  return (
    <>
      {here !== undefined && (
        <JsonLd data={serviceData({ name: hero.title, description: hero.lead, path: here.href })} />
      )}
      <PageOpening {...hero} />
    </>
  );
}
