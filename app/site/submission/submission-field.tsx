import { ChevronDown } from "lucide-react";
import { type FocusEvent, type InputEvent, type RefObject, useRef, useState } from "react";

import { FormField } from "#app/shared/ui/field.tsx";
import type { FieldHelp } from "#domain/field-kind.ts";
import { type Field, kindOf } from "#domain/field.ts";
import { shelfQuestion } from "#domain/forms/quote-start.ts";
import { controlId, type Submission } from "#domain/submission.ts";

import { FurtherLines } from "./further-lines.tsx";
import { isShelf, ShelfChips, WordChips } from "./part-chips.tsx";
import { suggestionListId } from "./suggestion-lists.tsx";
import { useFormInput } from "./use-form-input.ts";

interface SubmissionFieldProps {
  readonly submission: Submission;
  readonly name: string;
  readonly field: Field;
  readonly problem: string | undefined;
  /** Several kinds of parts, of which the visitor wants one. Empty if there is none. */
  readonly shelf: string;
}

/** One field with what helps to fill it in: help, suggestions, chips, and a word about what looks like a mistake. */
export function SubmissionField({ submission, name, field, problem, shelf }: SubmissionFieldProps) {
  const id = controlId(submission, name);
  const box = useRef<HTMLDivElement>(null);
  const { note, listeners } = useNote(field, name, box);
  const ofShelf = field.role === "part" && isShelf(shelf) ? shelf : undefined;
  return (
    <div ref={box} className="grid gap-2" {...listeners}>
      <FormField
        id={id}
        name={name}
        field={ofShelf === undefined ? field : { ...field, hint: `${shelfQuestion(ofShelf)} ${whichSide}` }}
        problem={problem}
        list={suggestionListId(submission, field)}
        help={field.help && <Help help={field.help} />}
        note={hasNote(field) ? <Note id={`${id}-note`} note={note} /> : undefined}
      />
      {ofShelf !== undefined && <ShelfChips shelf={ofShelf} controlId={id} />}
      {field.chips && <WordChips words={field.chips} controlId={id} />}
      {field.several && <FurtherLines submission={submission} name={name} field={field} />}
    </div>
  );
}

const whichSide = "Left or right, front or rear.";

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
  useFormInput(box, ({ elements }) => {
    const control = elements.namedItem(name);
    if (control instanceof HTMLInputElement && textIn(control) === "") setNote(null);
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

function textIn(target: EventTarget): string {
  return target instanceof HTMLInputElement ? target.value.trim() : "";
}

function Note({ id, note }: { readonly id: string; readonly note: NoteText | null }) {
  return (
    <p id={id} className={`text-sm ${note?.isDoubt ? "text-warn font-semibold" : "text-ink-muted"}`}>
      <span role="status">{note?.isDoubt ? note.text : ""}</span>
      {note?.isDoubt ? "" : note?.text}
    </p>
  );
}
