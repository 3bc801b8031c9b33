import { type ReactNode, useId } from "react";

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
