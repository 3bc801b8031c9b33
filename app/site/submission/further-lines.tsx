import { Plus } from "lucide-react";
import { type MouseEvent, type ReactNode, useRef } from "react";

import { controlClasses } from "#app/shared/ui/control-classes.ts";
import type { Field } from "#domain/field.ts";
import { furtherNames } from "#domain/several.ts";
import { controlId, type Submission } from "#domain/submission.ts";

import { WordChips } from "./part-chips.tsx";
import { suggestionListId } from "./suggestion-lists.tsx";

interface FurtherLinesProps {
  readonly submission: Submission;
  readonly name: string;
  readonly field: Field;
}

/** Further texts for a field, each inside the one before: every line opens one more, without scripts too. */
export function FurtherLines({ submission, name, field }: FurtherLinesProps) {
  return furtherNames(name, field).reduceRight<ReactNode>(
    (inner, each, index) => (
      <FurtherLine submission={submission} name={each} field={field} number={index + 2}>
        {inner}
      </FurtherLine>
    ),
    null,
  );
}

interface FurtherLineProps extends FurtherLinesProps {
  readonly number: number;
  readonly children: ReactNode;
}

function FurtherLine({ submission, name, field, number, children }: FurtherLineProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = controlId(submission, name);
  const label = `${field.several?.another} (${number} of ${field.several?.atMost})`;
  const focusOnceOpen = ({ currentTarget }: MouseEvent) => {
    const isOpening = !currentTarget.closest("details")?.open;
    if (isOpening) requestAnimationFrame(() => input.current?.focus());
  };
  return (
    <details>
      <summary
        id={`${id}-label`}
        onClick={focusOnceOpen}
        className="text-link inline-flex min-h-11 items-center gap-1 font-semibold"
      >
        <Plus aria-hidden className="size-5 shrink-0 in-[details[open]>summary]:hidden" />
        {label}
      </summary>
      <div className="grid gap-2">
        <input
          ref={input}
          id={id}
          name={name}
          aria-labelledby={`${id}-label`}
          list={suggestionListId(submission, field)}
          className={controlClasses}
        />
        {field.chips && <WordChips words={field.chips} controlId={id} />}
        {children}
      </div>
    </details>
  );
}
