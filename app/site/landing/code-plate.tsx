import type { BrandWords } from "./brands/brand-words.ts";

interface CodePlateProps {
  readonly title: string;
  readonly parts: BrandWords["code"]["parts"];
  readonly text: string;
}

/** A maker's plate with a model code on it, taken apart letter by letter. It carries on the hero above it. */
export function CodePlate({ title, parts, text }: CodePlateProps) {
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
              <dt className="font-sign border-deep-accent border-b-3 pb-1 text-4xl leading-none font-bold tracking-wide whitespace-nowrap sm:text-5xl">
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
