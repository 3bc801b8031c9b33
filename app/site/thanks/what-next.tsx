import type { NextStep } from "./next-steps.ts";

interface WhatNextProps {
  readonly steps: readonly NextStep[];
}

/** What we do now, and what the visitor does after that. */
export function WhatNext({ steps }: WhatNextProps) {
  return (
    <section className="grid gap-4">
      <h2 className="text-2xl">What happens next</h2>
      <ol className="grid gap-4">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="border-line grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-t pt-4">
            <span aria-hidden className="font-sign text-brand row-span-2 w-6 text-4xl leading-none font-bold">
              {index + 1}
            </span>
            <h3 className="text-xl">{title}</h3>
            <p className="text-ink-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
