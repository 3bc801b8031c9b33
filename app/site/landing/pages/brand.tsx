import { type Params, useParams } from "react-router";

import type { PageHandle } from "#app/shared/document/page-handle.ts";
import { pageMeta } from "#app/shared/document/page-meta.ts";
import { Notes } from "#app/shared/ui/notes.tsx";
import { Section } from "#app/shared/ui/section.tsx";
import { BigQuad } from "#app/site/drawings/big-quad.tsx";
import { FarmQuad } from "#app/site/drawings/farm-quad.tsx";
import { brandOf } from "#app/site/landing/brands/brand-of.ts";
import { quadCategories } from "#app/site/landing/catalogue/categories.ts";
import { CategoryCards } from "#app/site/landing/category-cards.tsx";
import { CodePlate } from "#app/site/landing/code-plate.tsx";
import { LandingHero } from "#app/site/landing/landing-hero.tsx";
import { OtherModels } from "#app/site/landing/other-models.tsx";
import { PopularModels } from "#app/site/landing/popular-models.tsx";
import { QuoteButton } from "#app/site/landing/quote-button.tsx";
import { quadPartsTo } from "#app/site/landing/trail.ts";
import { ClosingCall } from "#app/site/layout/closing-call.tsx";

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
