import { type ReactNode, useId } from "react";

interface SectionProps {
  readonly title: string;
  readonly text?: string;
  /** On the darker ground that parts one stretch of a page from the next. */
  readonly sunken?: boolean;
  readonly children: ReactNode;
}

/** A stretch of a landing page with its heading. */
export function Section({ title, text, sunken = false, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`py-12 sm:py-16 ${sunken ? "bg-surface-sunken" : ""}`}>
      <div className="column grid gap-8">
        <div className="grid gap-2">
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
