import { ChevronDown, Plus } from "lucide-react";
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
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
import { Meant, setTyped } from "./meant.tsx";

interface FieldProps {
  readonly submission: Submission;
  readonly name: string;
  readonly field: Field;
  /** Initial values. */
  readonly typed: TypedValues;
}

interface SubmissionFieldProps extends FieldProps {
  readonly problem: string | undefined;
}

/** A field with help, suggestions, chips, and a note about what looks like a mistake. */
export function SubmissionField({ submission, name, field, typed, problem }: SubmissionFieldProps) {
  const id = controlId(submission, name);
  const box = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const [make, setMake] = useState("");
  const [use, setUse] = useState<"typing" | "left" | null>(null);
  const kind = kindOf(field);
  const hasNote = "count" in kind || "doubt" in kind;
  const meant = use === "left" && kind.meant?.(text);
  useFormInput(box, ({ elements }) => {
    const control = elements.namedItem(name);
    setText(textIn(control));
    setMake(textIn(elements.namedItem("make")));
    if (field.suggests === "models") offerModels(control, elements.namedItem("make"));
  });
  return (
    <div ref={box} className="grid gap-2" onInput={() => setUse("typing")} onBlur={() => setUse("left")}>
      <FormField
        id={id}
        name={name}
        field={field}
        initial={typed[name]}
        problem={problem}
        list={suggestionListId(submission, field)}
        help={field.help && <Help help={field.help} />}
        note={
          hasNote ? (
            <Note
              id={`${id}-note`}
              field={field}
              text={use === null ? "" : text}
              make={make}
              isLeft={use === "left"}
            />
          ) : undefined
        }
      />
      {kind.meant && (
        <div role="status" className="empty:absolute">
          {meant && <Meant name={name} text={meant} />}
        </div>
      )}
      {field.chips && <Chips words={field.chips} name={name} typed={text} />}
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

function textIn(control: unknown): string {
  return control instanceof HTMLInputElement ? control.value.trim() : "";
}

interface NoteProps {
  readonly id: string;
  readonly field: Field;
  readonly text: string;
  readonly make: string;
  readonly isLeft: boolean;
}

/** While the visitor types, how much; after that, what looks like a mistake. */
function Note({ id, field, text, make, isLeft }: NoteProps) {
  const kind = kindOf(field);
  const doubt = isLeft && text !== "" ? kind.doubt?.(text, make) : null;
  return (
    <p id={id} className={`text-sm ${doubt ? "text-warn font-semibold" : "text-ink-muted"}`}>
      <span role="status">{doubt}</span>
      {doubt || text === "" ? "" : kind.count?.(text)}
    </p>
  );
}

interface ChipsProps {
  readonly words: readonly string[];
  readonly name: string;
  readonly typed: string;
}

/** Each adds its word to the text of a field, or takes it out again. */
function Chips({ words, name, typed }: ChipsProps) {
  const isIn = (word: string) => typed.toLowerCase().split(/\s+/).includes(word);
  const press = (word: string, { form }: HTMLButtonElement) => {
    const control = form?.elements.namedItem(name);
    if (!(control instanceof HTMLInputElement)) return;
    const others = typed.split(/\s+/).filter((each) => each.toLowerCase() !== word);
    setTyped(control, (isIn(word) ? others : [typed, word]).join(" ").trim());
  };
  return (
    <div role="group" aria-label={words.join(", ")} className="flex flex-wrap gap-2 noscript:hidden">
      {words.map((word) => (
        <button
          key={word}
          type="button"
          aria-pressed={isIn(word)}
          onClick={({ currentTarget }) => press(word, currentTarget)}
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

export function suggestionListId({ name }: Submission, { suggests }: Field): string | undefined {
  return suggests === undefined ? undefined : `${name}-${suggests}`;
}

/** Offers only the models of the make that is in the form; those of every make as long as there is none. */
function offerModels(models: unknown, makes: unknown): void {
  if (!(models instanceof HTMLInputElement) || models.list === null) return;
  const make = textIn(makes).toLowerCase();
  for (const option of models.list.options) {
    option.disabled = make !== "" && option.dataset["make"]?.toLowerCase() !== make;
  }
}

/** Calls back with the form of an element when scripts take over, at every change in it, and when it has been emptied. */
function useFormInput(
  element: RefObject<HTMLElement | null>,
  callback: (form: HTMLFormElement) => void,
): void {
  const onInput = useEffectEvent(callback);
  useEffect(() => {
    const form = element.current?.closest("form");
    if (!form) return;
    const listen = () => onInput(form);
    listen();
    // The event comes before the fields are empty.
    const listenLater = () => queueMicrotask(listen);
    form.addEventListener("input", listen);
    form.addEventListener("reset", listenLater);
    return () => {
      form.removeEventListener("input", listen);
      form.removeEventListener("reset", listenLater);
    };
  }, [element]);
}
