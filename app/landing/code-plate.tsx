import type { CodePart } from "./brands/brand-words.ts";

interface CodePlateProps {
  /** The code as a whole, for the ear. */
  readonly label: string;
  readonly parts: readonly CodePart[];
}

/** A maker's plate with a model code on it, taken apart letter by letter. */
export function CodePlate({ label, parts }: CodePlateProps) {
  return (
    <figure className="border-deep-line bg-deep-raised rounded-md border-2 p-4 sm:p-6">
      <figcaption className="text-deep-muted mb-3 text-sm">{label}</figcaption>
      <dl className="flex flex-wrap gap-x-3 gap-y-4">
        {parts.map(({ text, meaning }) => (
          <div key={text} className="grid max-w-40 min-w-16 flex-1 content-start">
            <dt className="font-sign border-deep-accent border-b-3 pb-1 text-4xl leading-none font-bold tracking-wide sm:text-5xl">
              {text}
            </dt>
            <dd className="text-deep-muted pt-2 text-sm leading-snug">{meaning}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}
