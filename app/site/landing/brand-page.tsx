import { ArrowRight } from "lucide-react";
import { type Params, useParams } from "react-router";

import { type PageHandle, pageMeta } from "#app/shared/document/page-meta.ts";
import { PageLink } from "#app/shared/ui/page-link.tsx";
import { brandPath, brands } from "#app/site/landing/brands/brands.ts";
import { ClosingCall, Notes, Section } from "#app/site/layout/sections.tsx";
import { MatchingParts } from "#app/site/stock/if-stock.tsx";
import { type MachineKind, type Make, type Model, modelName, modelsOf } from "#domain/catalogue/models.ts";

import { LandingHero } from "./page.tsx";
import { CategoryCards, ModelChips, quoteLink } from "./quote-links.tsx";
import { type BrandTexts, brandTexts } from "./texts.ts";

/** The brand of a page's path and its texts; the first brand for a path we do not know. */
function brandOf({ brand: slug }: Params) {
  const brand = brands.find((each) => each.slug === slug) ?? brands[0];
  return { brand, texts: brandTexts(brand.slug) };
}

export const handle: PageHandle = { canonicalPath: (params) => brandPath(brandOf(params).brand) };

export function meta({ params }: { params: Params }) {
  const { title, metaDescription: description } = brandOf(params).texts;
  return pageMeta({ title, description, image: "quads" });
}

export default function BrandPage() {
  const { brand, texts } = brandOf(useParams());
  const { name } = brand;
  return (
    <>
      <LandingHero
        trail={[
          { label: "Quad parts", href: "/parts/quad" },
          { label: name, href: brandPath(brand) },
        ]}
        title={`${name} quad parts`}
        tagline={texts.tagline}
        lead={texts.lead}
        drawing={texts.machine === "big" ? "big-quad" : "farm-quad"}
      />
      <MatchingParts make={name} />
      <CodePlate title={`How to read a ${name} code`} {...texts.code} />
      <Section title={`Popular ${name} quads`} text={texts.popularText}>
        <PopularModels make={name} rows={texts.popular} />
        <OtherModels make={name} />
      </Section>
      <Section title={texts.troublesTitle} sunken aside>
        <Notes notes={texts.troubles} />
      </Section>
      <Section title={`${name} parts by shelf`} text={texts.categoriesText}>
        <CategoryCards machine="quad" make={name} />
      </Section>
      <ClosingCall {...texts.closing} sunken />
    </>
  );
}

interface CodePlateProps {
  readonly title: string;
  readonly parts: BrandTexts["code"]["parts"];
  readonly text: string;
}

/** A model code taken apart letter by letter, on a plate that continues the hero above it. */
function CodePlate({ title, parts, text }: CodePlateProps) {
  return (
    <section className="deep" aria-labelledby="code-title">
      <div className="column grid items-center gap-x-12 gap-y-6 py-8 sm:py-10 lg:grid-cols-[6fr_7fr]">
        <div className="grid content-center gap-2">
          <h2 id="code-title" className="text-3xl">
            {title}
          </h2>
          <p className="text-deep-muted max-w-prose">{text}</p>
        </div>
        <dl className="border-deep-line bg-deep-raised flex flex-wrap gap-x-3 gap-y-5 rounded-md border-2 p-5 sm:p-6">
          {parts.map((part) => (
            <div key={part.text} className="grid max-w-52 min-w-18 flex-1 basis-auto content-start">
              <dt className="font-sign border-deep-accent border-b-3 pb-1 text-4xl leading-none font-bold tracking-wide sm:text-5xl">
                {part.text}
              </dt>
              <dd className="text-deep-muted max-w-24 pt-2 text-sm leading-snug">{part.meaning}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

interface PopularModelsProps {
  readonly make: Make;
  readonly rows: BrandTexts["popular"];
}

/** Links each popular model to the quote form, next to a note about it. */
function PopularModels({ make, rows }: PopularModelsProps) {
  const models = modelsOf(make).popular ?? [];
  return (
    <ul className="border-line divide-line divide-y border-y">
      {rows.map(({ codes, note }) => (
        <li
          key={note}
          className="grid items-center gap-x-6 gap-y-1 py-2 md:grid-cols-[18rem_minmax(0,1fr)] lg:grid-cols-[22rem_minmax(0,1fr)]"
        >
          <ul>
            {models
              .filter(({ code }) => codes.includes(code))
              .map((model) => (
                <li key={modelName(model)}>
                  <PopularModel make={make} model={model} />
                </li>
              ))}
          </ul>
          <p className="text-ink-muted max-md:pb-2 md:py-2">{note}</p>
        </li>
      ))}
    </ul>
  );
}

function PopularModel({ make, model }: { readonly make: Make; readonly model: Model }) {
  return (
    <PageLink
      to={quoteLink({ make, model: modelName(model) })}
      className="hover:bg-brand-soft group flex min-h-12 items-center justify-between gap-3 py-1.5 transition-colors md:px-3"
    >
      <span className="font-sign flex flex-wrap items-baseline gap-x-2.5 text-2xl leading-7 font-bold">
        {model.code}
        {model.name !== undefined && (
          <span className="text-brand text-lg leading-6 font-semibold">{model.name}</span>
        )}
      </span>
      <ArrowRight
        aria-hidden
        className="text-line-strong size-6 shrink-0 transition-transform group-hover:translate-x-1"
      />
    </PageLink>
  );
}

const kindTitles: Readonly<Record<MachineKind, string>> = {
  farmQuad: "More work quads",
  sportQuad: "Sport quads",
  dirtBike: "Dirt bikes",
  farmBike: "Farm bikes",
  roadBike: "Road bikes",
};

function OtherModels({ make }: { readonly make: Make }) {
  const modelsByKind = modelsOf(make);
  return (
    <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
      {(Object.keys(kindTitles) as MachineKind[]).map((kind) => {
        const models = modelsByKind[kind];
        return models === undefined ? null : (
          <div key={kind} className="grid content-start gap-2">
            <h3 className="text-2xl">{kindTitles[kind]}</h3>
            <ModelChips make={make} models={models} />
          </div>
        );
      })}
    </div>
  );
}
