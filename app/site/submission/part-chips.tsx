import { type RefObject, useRef, useState } from "react";

import { partsByShelf } from "#domain/catalogue/parts.ts";

import { pressShelfPart, shelfPartIn } from "./shelf-part.ts";
import { typeInto, useFormInput } from "./use-form-input.ts";

interface WordChipsProps {
  readonly words: readonly string[];
  readonly controlId: string;
}

/** Each adds its word to a text, or takes it out again. */
export function WordChips({ words, controlId }: WordChipsProps) {
  return (
    <Chips
      label={words.join(", ")}
      texts={words}
      controlId={controlId}
      isIn={(text, word) => wordIn(word).test(text)}
      press={(text, word) =>
        wordIn(word).test(text) ? without(text, word) : `${text.trim()} ${word}`.trim()
      }
    />
  );
}

interface ShelfChipsProps {
  readonly shelf: string;
  readonly controlId: string;
}

/** A link must not make our form say what we do not. */
export function isShelf(text: string): boolean {
  return Object.hasOwn(partsByShelf, text);
}

/** The parts of a shelf: one tap says which one it is. */
export function ShelfChips({ shelf, controlId }: ShelfChipsProps) {
  const parts = isShelf(shelf) ? partsByShelf[shelf] : undefined;
  if (parts === undefined) return null;
  return (
    <Chips
      label={shelf}
      texts={parts}
      controlId={controlId}
      isIn={(text, part) => shelfPartIn(text, parts) === part}
      press={(text, part) => pressShelfPart(text, part, parts)}
    />
  );
}

function wordIn(word: string): RegExp {
  return new RegExp(String.raw`\b${word}\b`, "i");
}

function without(text: string, word: string): string {
  return text.replace(wordIn(word), "").replaceAll(/\s+/g, " ").trim();
}

interface ChipsProps {
  readonly label: string;
  readonly texts: readonly string[];
  readonly controlId: string;
  readonly isIn: (typed: string, chip: string) => boolean;
  /** Returns what the press makes of the text. */
  readonly press: (typed: string, chip: string) => string;
}

function Chips({ label, texts, controlId, isIn, press }: ChipsProps) {
  const box = useRef<HTMLDivElement>(null);
  const typed = useTextOf(box, controlId);
  const onPress = (chip: string) => {
    const control = document.getElementById(controlId);
    if (control instanceof HTMLInputElement) typeInto(control, press(control.value, chip));
  };
  return (
    <div ref={box} role="group" aria-label={label} className="flex flex-wrap gap-2 noscript:hidden">
      {texts.map((chip) => (
        <button
          key={chip}
          type="button"
          aria-pressed={isIn(typed, chip)}
          onClick={() => onPress(chip)}
          className="border-line-strong bg-surface-raised hover:border-brand aria-pressed:border-brand aria-pressed:bg-brand-soft min-h-11 min-w-11 rounded-sm border px-3 font-semibold aria-pressed:border-2 aria-pressed:px-2.75"
        >
          {chip}
        </button>
      ))}
    </div>
  );
}

function useTextOf(box: RefObject<HTMLElement | null>, controlId: string): string {
  const [typed, setTyped] = useState("");
  useFormInput(box, () => {
    const control = document.getElementById(controlId);
    if (control instanceof HTMLInputElement) setTyped(control.value);
  });
  return typed;
}
