import type { ReactNode } from "react";

interface NextStepProps {
  readonly title: string;
  readonly text: ReactNode;
  /** The button. */
  readonly children: ReactNode;
}

/** The end of a page: what to do now. */
export function NextStep({ title, text, children }: NextStepProps) {
  return (
    <section className="column grid justify-items-start gap-5 py-14 sm:py-20">
      <h2 className="text-4xl sm:text-5xl">{title}</h2>
      <p className="max-w-prose text-lg">{text}</p>
      {children}
    </section>
  );
}
