import type { ReactNode } from "react";

interface SectionProps {
  readonly title: string;
  /** What it is for, in a sentence or two. */
  readonly intro: ReactNode;
  readonly children: ReactNode;
}

/** One section of the settings. */
export function Section({ title, intro, children }: SectionProps) {
  return (
    <section aria-labelledby="section-title">
      <h2 id="section-title" className="text-3xl">
        {title}
      </h2>
      <p className="text-ink-muted mt-2 mb-6 max-w-[65ch]">{intro}</p>
      {children}
    </section>
  );
}

/** A raised part of a section. */
export function Box({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <div className="border-line bg-surface-raised rounded-sm border p-4 not-first:mt-6 sm:p-6">
      {title !== undefined && <h3 className="mb-4 text-xl">{title}</h3>}
      {children}
    </div>
  );
}
