import { ChevronDown, Plus } from "lucide-react";
import {
  type FocusEvent,
  type InputEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from "react";

import { controlClasses } from "#app/shared/ui/control-classes.ts";
import { FormField } from "#app/shared/ui/field.tsx";
import type { FieldHelp } from "#domain/field-kind.ts";
import { type Field, kindOf } from "#domain/field.ts";
import { furtherNames } from "#domain/several.ts";
import { controlId, type Submission } from "#domain/submission.ts";

import type { TypedValues } from "./form-values.ts";
import { suggestionListId } from "./offered-models.ts";
import { useFormInput } from "./use-form-input.ts";

interface FieldProps {
  readonly submission: Submission;
  readonly name: string;
  readonly field: Field;
  /** What the fields of the form start with. */
  readonly typed: TypedValues;
}

interface SubmissionFieldProps extends FieldProps {
  readonly problem: string | undefined;
}

/** One field with what helps to fill it in: help, suggestions, chips, and a word about what looks like a mistake. */
export function SubmissionField({ submission, name, field, typed, problem }: SubmissionFieldProps) {
  const id = controlId(submission, name);
  const box = useRef<HTMLDivElement>(null);
  const { note, listeners } = useNote(field, name, box);
  return (
    <div ref={box} className="grid gap-2" {...listeners}>
      <FormField
        id={id}
        name={name}
        field={field}
        initial={typed[name]}
        problem={problem}
        list={suggestionListId(submission, field)}
        help={field.help && <Help help={field.help} />}
        note={hasNote(field) ? <Note id={`${id}-note`} note={note} /> : undefined}
      />
      {field.chips && <Chips words={field.chips} name={name} />}
      {field.several && <FurtherLines submission={submission} name={name} field={field} typed={typed} />}
    </div>
  );
}

function Help({ help: { question, notes } }: { readonly help: FieldHelp }) {
  return (
    <details className="group/help text-sm">
      <summary className="text-link inline-flex min-h-11 items-center gap-1 font-semibold">
        {question}
        <ChevronDown aria-hidden className="size-4 transition-transform group-open/help:rotate-180" />
      </summary>
      <dl className="border-brand mb-2 grid gap-2 border-l-2 pl-3">
        {notes.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="text-ink-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface NoteText {
  readonly text: string;
  readonly isDoubt: boolean;
}

function hasNote(field: Field): boolean {
  const kind = kindOf(field);
  return "count" in kind || "doubt" in kind;
}

/** While the visitor types, how much; after that, what looks like a mistake. */
function useNote(field: Field, name: string, box: RefObject<HTMLElement | null>) {
  const kind = kindOf(field);
  const [note, setNote] = useState<NoteText | null>(null);
  useFormInput(box, (form) => {
    if (textIn(form.elements.namedItem(name)) === "") setNote(null);
  });
  const onInput = ({ target }: InputEvent) => {
    const text = textIn(target);
    setNote(text === "" || kind.count === undefined ? null : { text: kind.count(text), isDoubt: false });
  };
  const onBlur = ({ target }: FocusEvent) => {
    const text = textIn(target);
    const doubt = text === "" ? null : kind.doubt?.(text);
    if (doubt) setNote({ text: doubt, isDoubt: true });
  };
  return { note, listeners: hasNote(field) ? { onInput, onBlur } : {} };
}

function textIn(control: unknown): string {
  return control instanceof HTMLInputElement ? control.value.trim() : "";
}

function Note({ id, note }: { readonly id: string; readonly note: NoteText | null }) {
  return (
    <p id={id} className={`text-sm ${note?.isDoubt ? "text-warn font-semibold" : "text-ink-muted"}`}>
      <span role="status">{note?.isDoubt ? note.text : ""}</span>
      {note?.isDoubt ? "" : note?.text}
    </p>
  );
}

interface ChipsProps {
  readonly words: readonly string[];
  /** Of the field. */
  readonly name: string;
}

/** Each adds its word to the text of a field, or takes it out again. */
function Chips({ words, name }: ChipsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");
  useFormInput(box, (form) => setTyped(textIn(form.elements.namedItem(name))));
  const isIn = (word: string) => typed.toLowerCase().split(/\s+/).includes(word);
  const press = (word: string) => {
    const control = box.current?.closest("form")?.elements.namedItem(name);
    if (!(control instanceof HTMLInputElement)) return;
    const others = typed.split(/\s+/).filter((each) => each.toLowerCase() !== word);
    control.value = (isIn(word) ? others : [typed, word]).join(" ").trim();
    // As if the visitor had typed it.
    control.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div
      ref={box}
      role="group"
      aria-label={words.join(", ")}
      className="flex flex-wrap gap-2 noscript:hidden"
    >
      {words.map((word) => (
        <button
          key={word}
          type="button"
          aria-pressed={isIn(word)}
          onClick={() => press(word)}
          className="border-line-strong bg-surface-raised hover:border-brand aria-pressed:border-brand aria-pressed:bg-brand-soft min-h-11 min-w-11 rounded-sm border px-3 font-semibold aria-pressed:border-2 aria-pressed:px-2.75"
        >
          {word}
        </button>
      ))}
    </div>
  );
}

/** Further texts for a field, each inside the one before: every line opens one more, without scripts too. */
function FurtherLines({ submission, name, field, typed }: FieldProps) {
  const names = furtherNames(name, field);
  return names.reduceRight<ReactNode>((inner, each, index) => {
    const id = controlId(submission, each);
    return (
      <details open={names.slice(index).some((later) => typed[later] !== undefined) || undefined}>
        <summary
          id={`${id}-label`}
          onClick={focusOnceOpen}
          className="text-link inline-flex min-h-11 items-center gap-1 font-semibold"
        >
          <Plus aria-hidden className="size-5 shrink-0 in-[details[open]>summary]:hidden" />
          {field.several?.another} ({index + 2} of {field.several?.atMost})
        </summary>
        <div className="grid gap-2">
          <input
            id={id}
            name={each}
            defaultValue={typed[each]}
            aria-labelledby={`${id}-label`}
            list={suggestionListId(submission, field)}
            className={controlClasses}
          />
          {inner}
        </div>
      </details>
    );
  }, null);
}

function focusOnceOpen({ currentTarget: { parentElement: line } }: MouseEvent): void {
  const isOpening = !line?.hasAttribute("open");
  if (isOpening) requestAnimationFrame(() => line?.querySelector("input")?.focus());
}
