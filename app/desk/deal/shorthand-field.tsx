import { type RefObject, useId } from "react";

import { controlClasses } from "#app/shared/ui/control-classes.ts";

export const shorthandHint = "185 b +15 5d";

interface ShorthandFieldProps {
  readonly input?: RefObject<HTMLInputElement | null>;
  readonly text: string;
  readonly isUnderstood: boolean;
  readonly onType: (text: string) => void;
}

/** One field for a routine quote: price, grade, freight and days valid, in any order. */
export function ShorthandField({ input, text, isUnderstood, onType }: ShorthandFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        Price, grade, freight, days
      </label>
      <input
        ref={input}
        id={id}
        data-part="quote"
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        placeholder={shorthandHint}
        aria-describedby={`${id}-hint`}
        aria-invalid={!isUnderstood || undefined}
        className={`${controlClasses} max-w-80 font-mono text-lg`}
        value={text}
        onChange={({ target }) => onType(target.value)}
      />
      <p
        id={`${id}-hint`}
        className={`text-sm ${isUnderstood ? "text-ink-muted" : "text-danger font-semibold"}`}
      >
        {isUnderstood
          ? "In any order: 185 is the price, b the grade, +15 the freight, 5d the days it is valid."
          : `Not understood. Write it like ${shorthandHint}.`}
      </p>
    </div>
  );
}
