import type { ReactNode } from "react";

import { ButtonLink } from "#app/shared/ui/button.tsx";
import { Drawing } from "#app/site/drawings/drawing.tsx";
import { BrandLinks, NoteRows, Notes, PictureStory } from "#app/site/layout/sections.tsx";
import { conditionNotes } from "#app/site/sell-vehicle/selling.ts";
import { grades } from "#domain/grades.ts";
import { upperFirst } from "#domain/reply-due.ts";

import { PartIcon } from "./part-icon.tsx";
import { CategoryCards, ModelLists, PartCards, PartChips, PartGroups } from "./quote-links.tsx";
import type { LandingSection, SectionContents } from "./texts.ts";

type ContentRenderers = { [Kind in keyof SectionContents]: (content: SectionContents[Kind]) => ReactNode };

const contents: ContentRenderers = {
  notes: (notes) => <Notes notes={notes} />,
  rows: (notes) => <NoteRows notes={notes} />,
  conditions: (texts) => <NoteRows notes={conditionNotes(texts)} />,
  story: (steps) => <PictureStory steps={steps} />,
  cards: (cards) => <PartCards cards={cards} />,
  groups: (machine) => <PartGroups machine={machine} />,
  categories: (machine) => <CategoryCards machine={machine} detailed />,
  models: (kind) => <ModelLists kind={kind} />,
  brands: () => <BrandLinks />,
  grades: (goodFor) => <Grades goodFor={goodFor} />,
  machines: (machines) => <Machines machines={machines} />,
  repairs: (repairs) => <Repairs repairs={repairs} />,
  bikes: (bikes) => <Bikes bikes={bikes} />,
  link: ({ to, label }) => (
    <ButtonLink to={to} look="outline" className="w-fit">
      {label}
    </ButtonLink>
  ),
};

export function SectionContent(given: LandingSection) {
  return Object.keys(contents).map((kind) => contentOf(kind as keyof SectionContents, given));
}

function contentOf(kind: keyof SectionContents, given: LandingSection): ReactNode {
  const content = given[kind];
  const show = contents[kind] as (content: unknown) => ReactNode;
  return content === undefined ? null : show(content);
}

function Grades({ goodFor }: { readonly goodFor: SectionContents["grades"] }) {
  return (
    <dl className="grid gap-6 md:grid-cols-3 md:gap-10">
      {grades.map(({ grade, wear, measure }) => (
        <div key={grade} className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-4">
          <dt className="contents">
            <span className="border-brand font-sign text-brand grid size-16 place-items-center rounded-sm border-3 text-4xl font-bold">
              <span className="sr-only">Grade </span>
              {grade}
            </span>
          </dt>
          <dd className="text-ink-muted">
            <strong className="font-sign text-ink block text-2xl leading-7 font-bold">
              {upperFirst(wear)}
            </strong>
            <span className="text-ink block">{upperFirst(measure)}.</span>
            {goodFor[grade]}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Machines({ machines }: { readonly machines: SectionContents["machines"] }) {
  return (
    <ul className="grid gap-x-10 gap-y-12 md:grid-cols-3">
      {machines.map(({ drawing, title, text, parts }) => (
        <li key={title} className="grid content-start gap-3">
          <div className="deep rounded-md px-4 pt-5">
            <Drawing name={drawing} />
          </div>
          <h3 className="text-3xl">{title}</h3>
          <p className="text-ink-muted">{text}</p>
          <PartChips parts={parts} />
        </li>
      ))}
    </ul>
  );
}

function Repairs({ repairs }: { readonly repairs: SectionContents["repairs"] }) {
  return (
    <ul className="grid gap-x-12 gap-y-10 md:grid-cols-2">
      {repairs.map(({ title, icon, text, parts }) => (
        <li key={title} className="grid content-start gap-3">
          <h3 className="flex items-center gap-3 text-2xl wrap-anywhere">
            <PartIcon name={icon} className="text-brand size-9 shrink-0" />
            {title}
          </h3>
          <p className="text-ink-muted max-w-prose">{text}</p>
          <PartChips parts={parts} />
        </li>
      ))}
    </ul>
  );
}

function Bikes({ bikes }: { readonly bikes: SectionContents["bikes"] }) {
  return (
    <ul className="grid gap-x-10 gap-y-10 sm:grid-cols-3">
      {bikes.map(({ drawing, to, label, text }) => (
        <li key={to} className="grid content-start gap-3">
          <div className="deep rounded-md px-6 pt-5">
            <Drawing name={drawing} />
          </div>
          <p className="text-ink-muted">{text}</p>
          <ButtonLink to={to}>{label}</ButtonLink>
        </li>
      ))}
    </ul>
  );
}
