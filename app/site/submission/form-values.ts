import type { FieldPayload } from "#app/shared/api/submissions.ts";
import type { DraftStore } from "#app/shared/forms/draft.ts";
import { kindOf } from "#domain/field.ts";
import type { Problem } from "#domain/sending-failure.ts";
import { joinSeveral } from "#domain/several.ts";
import { type FieldProblem, refusals } from "#domain/submission-values.ts";
import { fieldEntries, type Submission } from "#domain/submission.ts";

export type TypedValues = Readonly<Record<string, string>>;

/** Returns the values of a form as the browser would post them, without empty fields. */
export function typedValues(form: HTMLFormElement): TypedValues {
  const entries = [...new FormData(form)].map(
    ([name, value]) => [name, typeof value === "string" ? value : ""] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value.trim() !== ""));
}

/** The typed texts in the wire's types: only the form's own fields. */
export function payloadOf(submission: Submission, typed: TypedValues): FieldPayload {
  const payload: Record<string, string | number> = {};
  const texts = joinSeveral(submission, typed);
  for (const [name, field] of fieldEntries(submission)) {
    const text = texts[name]?.trim();
    if (text !== undefined && text !== "") payload[name] = kindOf(field).fromText(text);
  }
  return payload;
}

/** Writes values into those fields of a form that nobody has changed, and opens what hides one of them. */
export function fillForm(form: HTMLFormElement, values: TypedValues): void {
  for (const [name, value] of Object.entries(values)) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement && control.type === "checkbox") {
      control.checked ||= control.value === value;
    } else if (control instanceof RadioNodeList) {
      if (control.value === "") control.value = value;
    } else if (isTextControl(control) && isUntouched(control)) {
      control.value = value;
    }
    if (control instanceof HTMLElement && value !== "") openAround(control);
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Opens everything folded that contains a control. */
function openAround(control: HTMLElement): void {
  for (let at = control.closest("details"); at !== null; at = at.parentElement?.closest("details") ?? null) {
    at.open = true;
  }
}

export function focusControl(control: HTMLElement): void {
  openAround(control);
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: "center" });
}

/** Focuses the first required field without a value: also the consent box, or a choice that is not made. */
function focusFirstEmpty(form: HTMLFormElement): void {
  const empty = [...form.elements].find((control) => isTextControl(control) && control.validity.valueMissing);
  if (empty instanceof HTMLElement) focusControl(empty);
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isTextControl(control: Element | RadioNodeList | null): control is TextControl {
  return (
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  );
}

function isUntouched(control: TextControl): boolean {
  if (!(control instanceof HTMLSelectElement)) return control.value === control.defaultValue;
  const atFirst = [...control.options].find(({ defaultSelected }) => defaultSelected) ?? control.options[0];
  return control.value === atFirst?.value;
}

/** Returns whether any field differs from what the page came with. */
export function isFilledIn(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) => {
    const isBox = control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
    if (isBox) return control.checked !== control.defaultChecked;
    return isTextControl(control) && !isUntouched(control);
  });
}

/** Returns fields that the server would refuse, by its own rules, and numbers that the browser cannot read. */
export function refusedFields(submission: Submission, form: HTMLFormElement): FieldProblem[] {
  const unreadable = [...form.elements].flatMap((control) =>
    control instanceof HTMLInputElement && control.validity.badInput
      ? [{ field: control.name, message: `${submission.fields[control.name]?.label} must be a number` }]
      : [],
  );
  const refused = refusals(submission, joinSeveral(submission, typedValues(form))).filter(
    ({ field }) => !unreadable.some((other) => other.field === field),
  );
  const names = [...form.elements].map((control) => control.getAttribute("name"));
  return [...refused, ...unreadable].toSorted((a, b) => names.indexOf(a.field) - names.indexOf(b.field));
}

/** Asks once about what looks like a mistake; null if there is nothing to ask. `asked` is the last question's text. */
function questionAbout(submission: Submission, form: HTMLFormElement, asked: string) {
  const typed = typedValues(form);
  const fields = fieldEntries(submission).flatMap(([name, field]) => {
    const [kind, text] = [kindOf(field), typed[name]];
    const message = kind.asksBeforeSending && text !== undefined ? kind.doubt?.(text) : null;
    return message ? [{ field: name, message, text }] : [];
  });
  const text = JSON.stringify(fields);
  return fields.length === 0 || text === asked ? null : { text, problem: problemWith(fields, true) };
}

function problemWith(fields: readonly FieldProblem[], isQuestion = false): Problem {
  return { message: fields[0]?.message ?? "", fields, isQuestion };
}

/** Returns why a form cannot be sent, as far as its page can tell; null if it can. `asked` keeps the last question. */
export function problemIn(
  submission: Submission,
  form: HTMLFormElement,
  asked: { current: string },
): Problem | null {
  const wrong = refusedFields(submission, form);
  if (wrong.length > 0) return problemWith(wrong);
  const question = questionAbout(submission, form, asked.current);
  asked.current = question?.text ?? asked.current;
  return question?.problem ?? null;
}

/** The values that a form starts with, and an id by which a reload recognises them. */
export interface Prefill {
  readonly id: string;
  /** An empty text is a value too: what was handed on does not fit its field. */
  readonly values: TypedValues;
  /** Fields that the visitor has to check. */
  readonly problems: readonly FieldProblem[];
  /** Name of the field that the visitor has to fill in, if the link leaves that open. */
  readonly asks?: string | undefined;
  /** Names of the draft's other fields that contradict these values. */
  readonly outdates: (draft: TypedValues) => readonly string[];
}

/** Fills a form: typed values win, then a new prefill, then the draft. Returns what has to be looked at again. */
export function startFilled(
  form: HTMLFormElement,
  draft: DraftStore,
  prefill: Prefill | null,
): readonly FieldProblem[] {
  const saved = draft.read();
  if (prefill === null) {
    fillForm(form, saved.values);
    draft.update({ values: typedValues(form) });
    return [];
  }
  const isNew = prefill.id !== saved.prefill;
  const outdated = isNew ? [...Object.keys(prefill.values), ...prefill.outdates(saved.values)] : [];
  const kept = Object.entries(saved.values).filter(([name]) => !outdated.includes(name));
  fillForm(form, { ...Object.fromEntries(kept), ...(isNew ? prefill.values : {}) });
  const typed = typedValues(form);
  draft.update({ values: typed, prefill: prefill.id });
  if (isNew) focusFirstOpen(form, prefill);
  return prefill.problems.filter(({ field }) => (typed[field] ?? "") === prefill.values[field]);
}

/** Focuses the first field to check or to choose, or else the first empty one, unless the visitor is in the form already. */
function focusFirstOpen(form: HTMLFormElement, { problems, asks }: Prefill): void {
  if (form.contains(document.activeElement)) return;
  const first = problems[0]?.field ?? asks;
  const control = first === undefined ? null : form.elements.namedItem(first);
  if (control instanceof HTMLElement) focusControl(control);
  else focusFirstEmpty(form);
}
