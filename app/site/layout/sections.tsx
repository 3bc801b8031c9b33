import { Check, type LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";

import { ButtonLink } from "#app/shared/ui/button.tsx";
import { Drawing, type DrawingName } from "#app/site/drawings/drawing.tsx";

import { brandPages, quotePage } from "./navigation.ts";

interface SectionProps {
  readonly title: string;
  readonly text?: ReactNode;
  /** On the darker background. */
  readonly sunken?: boolean;
  /** On wide screens the heading is to the left of the content. */
  readonly aside?: boolean;
  readonly children: ReactNode;
}

export function Section({ title, text, sunken = false, aside = false, children }: SectionProps) {
  const id = useId();
  const columns = aside ? "lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]" : "";
  return (
    <section aria-labelledby={id} className={`py-12 sm:py-16 ${sunken ? "sunken" : ""}`}>
      <div className={`column grid gap-x-16 gap-y-8 ${columns}`}>
        <div className="grid content-start gap-2">
          <h2 id={id} className="text-3xl sm:text-4xl">
            {title}
          </h2>
          {text !== undefined && <p className="text-ink-muted max-w-prose">{text}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}

export interface Note {
  readonly title: string;
  readonly text: string;
  readonly Icon?: LucideIcon;
}

interface NotesProps {
  readonly notes: readonly Note[];
  /** Columns on wide screens. */
  readonly columns?: 2 | 3;
}

const grids = { 2: "md:grid-cols-2", 3: "sm:grid-cols-2 lg:grid-cols-3" } as const;

/** Short texts with headings, each below a rule or next to its icon. */
export function Notes({ notes, columns = 2 }: NotesProps) {
  return (
    <ul className={`grid gap-x-12 gap-y-8 ${grids[columns]}`}>
      {notes.map(({ title, text, Icon }) =>
        Icon === undefined ? (
          <li key={title} className="border-line-strong grid content-start gap-1 border-t-2 pt-4">
            <h3 className="text-2xl">{title}</h3>
            <p className="text-ink-muted max-w-prose">{text}</p>
          </li>
        ) : (
          <li key={title} className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-4">
            <Icon aria-hidden strokeWidth={1.5} className="text-brand row-span-2 mt-0.5 size-9" />
            <h3 className="text-2xl">{title}</h3>
            <p className="text-ink-muted max-w-prose">{text}</p>
          </li>
        ),
      )}
    </ul>
  );
}

export function NoteRows({ notes }: { readonly notes: readonly Note[] }) {
  return (
    <ul className="border-line-strong divide-line divide-y border-y">
      {notes.map(({ title, text }) => (
        <li
          key={title}
          className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 py-4 md:grid-cols-[auto_15rem_minmax(0,1fr)] md:items-baseline"
        >
          <Check aria-hidden className="text-brand mt-0.5 size-6 self-start" />
          <h3 className="text-2xl">{title}</h3>
          <p className="text-ink-muted max-md:col-start-2">{text}</p>
        </li>
      ))}
    </ul>
  );
}

interface PictureStoryProps {
  readonly steps: readonly (Note & { readonly scene: DrawingName })[];
}

/** Steps as a picture story: the scenes share one line of ground. */
export function PictureStory({ steps }: PictureStoryProps) {
  return (
    <ol className="grid gap-y-8 sm:grid-cols-2 md:grid-cols-4">
      {steps.map(({ scene, title, text }, index) => (
        <li
          key={title}
          className="grid grid-cols-[40%_minmax(0,1fr)] items-end gap-x-4 sm:grid-cols-1 sm:content-start sm:items-start"
        >
          <div className="text-brand">
            <Drawing name={scene} />
          </div>
          <div className="grid gap-1 sm:pt-3 sm:pr-6">
            <h3 className="text-2xl">
              {index + 1}. {title}
            </h3>
            <p className="text-ink-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

export function BrandLinks() {
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
      {brandPages.map(({ to, label }) => (
        <li key={to} className="grid">
          <ButtonLink to={to} look="outline">
            {label}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}

interface ClosingCallProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly label?: string;
  readonly to?: string;
  /** On the upper edge of the footer. */
  readonly drawing?: ReactNode;
  /** On the darker background, if the section above is on the lighter one. */
  readonly sunken?: boolean;
}

/** The last section of a page: one call to action. */
export function ClosingCall({
  title,
  text,
  label = "Get a Quote",
  to = quotePage,
  drawing = <Drawing name="rural-delivery" />,
  sunken = false,
}: ClosingCallProps) {
  return (
    <section className={sunken ? "sunken" : ""}>
      <div className="column grid items-end gap-x-16 gap-y-10 pt-14 sm:pt-20 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] lg:grid-cols-[minmax(0,1fr)_30rem]">
        <div className="grid justify-items-start gap-4 md:pb-14 lg:pb-20">
          <h2 className="text-4xl wrap-anywhere lg:text-5xl">{title}</h2>
          <p className="max-w-prose text-lg">{text}</p>
          <ButtonLink to={to} look="action" className="mt-1">
            {label}
          </ButtonLink>
        </div>
        <div className="text-brand max-w-sm md:max-w-none">{drawing}</div>
      </div>
    </section>
  );
}
