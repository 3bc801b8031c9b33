import type { ReactNode } from "react";

import { ButtonLink } from "#app/shared/ui/button.tsx";
import { PageOpening } from "#app/site/layout/page-opening.tsx";
import { business } from "#domain/business.ts";
import { firm, phoneLink } from "#domain/firm.ts";

export interface LegalSection {
  readonly id: string;
  readonly title: string;
  readonly content: ReactNode;
}

interface LegalTextProps {
  readonly label: string;
  readonly path: string;
  readonly title: string;
  /** A summary of the page. */
  readonly lead: string;
  readonly sections: readonly LegalSection[];
}

/** A legal text: summary, table of contents, sections. */
export function LegalText({ label, path, sections, ...opening }: LegalTextProps) {
  return (
    <>
      <PageOpening look="plain" trail={[{ label, href: path }]} {...opening} />
      <div className="column grid gap-x-16 gap-y-10 pb-14 sm:pb-20 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <nav
          aria-labelledby="contents-title"
          className="grid content-start gap-2 lg:sticky lg:top-24 lg:self-start"
        >
          <h2 id="contents-title" className="text-xl">
            On this page
          </h2>
          <ol className="border-line border-l-2">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-11 items-center pl-4 leading-tight hover:underline lg:min-h-9 lg:text-sm"
                >
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid max-w-[42rem] gap-10">
          <p className="text-ink-muted">Last updated {business.legalTextsUpdated}</p>
          {sections.map(({ id, title, content }) => (
            <section key={id} aria-labelledby={id} className="grid gap-3">
              <h2 id={id} className="scroll-mt-24 text-2xl sm:text-3xl">
                {title}
              </h2>
              {content}
            </section>
          ))}
          <ButtonLink to="/" look="outline" className="w-fit">
            Back to Home
          </ButtonLink>
        </div>
      </div>
    </>
  );
}

export function Address() {
  return (
    <address className="not-italic">
      {firm.trading_name}, {firm.street}, {firm.town} {firm.postcode}, {firm.region}
      <br />
      <a href={`mailto:${firm.email}`} className="text-link">
        {firm.email}
      </a>
      ,{" "}
      <a href={phoneLink()} className="text-link whitespace-nowrap">
        {firm.phone}
      </a>
    </address>
  );
}

interface BulletsProps {
  /** Subject to text. */
  readonly items: Readonly<Record<string, ReactNode>>;
}

export function Bullets({ items }: BulletsProps) {
  return (
    <ul className="marker:text-brand grid list-disc gap-2 pl-5">
      {Object.entries(items).map(([subject, text]) => (
        <li key={subject}>
          <strong>{subject}:</strong> {text}
        </li>
      ))}
    </ul>
  );
}
