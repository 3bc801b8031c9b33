import { type Location, useLocation } from "react-router";

import { pageMeta } from "#app/shared/document/page-meta.ts";
import { JsonLd, serviceData } from "#app/shared/document/structured-data.tsx";
import { ButtonLink } from "#app/shared/ui/button.tsx";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { quotePage } from "#app/site/layout/navigation.ts";
import { PageOpening } from "#app/site/layout/page-opening.tsx";
import { ClosingCall, Section } from "#app/site/layout/sections.tsx";
import { MatchingParts, StockButton } from "#app/site/stock/if-stock.tsx";

import { SectionContent } from "./section-content.tsx";
import { type HeroTexts, landingTexts } from "./texts.ts";

export const meta = ({ location }: { location: Location }) => pageMeta(landingTexts(location.pathname).meta);

/** Every landing page but those of the brands: a hero, sections, and one call to action. */
export default function LandingPage() {
  const { sections, closing, stock, ...hero } = landingTexts(useLocation().pathname);
  const { drawing = "rural-delivery", ...call } = closing;
  return (
    <>
      <LandingHero {...hero} />
      {stock !== undefined && <MatchingParts {...stock} />}
      {sections.map((section) => (
        <Section {...section} key={section.title}>
          <SectionContent {...section} />
        </Section>
      ))}
      <ClosingCall {...call} drawing={<Drawing name={drawing} />} />
    </>
  );
}

const toQuote = [{ to: quotePage, look: "action", label: "Get a Quote" }] as const;

/** The top of every landing page, described to search engines as a service. */
export function LandingHero({ actions = toQuote, drawing, trail, title, lead, tagline }: HeroTexts) {
  const here = trail.at(-1);
  const buttons = actions.map(({ to, look, label }) =>
    look === "action" ? (
      <StockButton key={to} to={to} label={label} />
    ) : (
      <ButtonLink key={to} to={to} look={look} className="grow sm:grow-0">
        {label}
      </ButtonLink>
    ),
  );
  return (
    <>
      {here !== undefined && (
        <JsonLd data={serviceData({ name: title, description: lead, path: here.href })} />
      )}
      <PageOpening
        trail={trail}
        title={title}
        tagline={tagline}
        lead={lead}
        actions={buttons}
        drawing={<Drawing name={drawing} />}
      />
    </>
  );
}
