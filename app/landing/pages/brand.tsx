import { type Params, useParams } from "react-router";

import type { PageHandle } from "#app/document/page-handle.ts";
import { pageMeta } from "#app/document/page-meta.ts";
import { BigQuad } from "#app/drawings/big-quad.tsx";
import { FarmQuad } from "#app/drawings/farm-quad.tsx";
import { ClosingCall } from "#app/layout/closing-call.tsx";
import { Notes } from "#app/ui/notes.tsx";
import { Section } from "#app/ui/section.tsx";

import { brandOf } from "../brands/brand-of.ts";
import { quadCategories } from "../catalogue/categories.ts";
import { CategoryCards } from "../category-cards.tsx";
import { CodePlate } from "../code-plate.tsx";
import { LandingHero } from "../landing-hero.tsx";
import { OtherModels } from "../other-models.tsx";
import { PopularModels } from "../popular-models.tsx";
import { QuoteButton } from "../quote-button.tsx";
import { quadPartsTo } from "../trail.ts";

const pathOf = (params: Params) => `/brands/${brandOf(params["brand"]).brand.slug}`;

export const handle: PageHandle = { canonicalPath: pathOf };

export function meta({ params }: { params: Params }) {
  const { pageTitle, pageDescription } = brandOf(params["brand"]).words;
  return pageMeta({ title: pageTitle, description: pageDescription, image: "quads" });
}

export default function BrandPage() {
  const params = useParams();
  const { brand, words } = brandOf(params["brand"]);
  const { name } = brand;
  const Drawing = words.machine === "big" ? BigQuad : FarmQuad;
  return (
    <>
      <LandingHero
        trail={quadPartsTo({ label: name, href: pathOf(params) })}
        title={`${name} quad parts`}
        tagline={words.tagline}
        lead={words.description}
        actions={<QuoteButton />}
        drawing={<Drawing />}
      />
      <CodePlate title={`How to read a ${name} code`} {...words.code} />
      <Section title={`Popular ${name} quads`} text={words.popularText}>
        <PopularModels make={name} models={words.popular} />
        <OtherModels brand={brand} />
      </Section>
      <Section title={words.troublesTitle} sunken aside>
        <Notes notes={words.troubles} />
      </Section>
      <Section title={`${name} parts by shelf`} text={words.categoriesText}>
        <CategoryCards categories={quadCategories} make={name} />
      </Section>
      <ClosingCall {...words.closing} sunken />
    </>
  );
}
