import { type RefObject, useEffect } from "react";

import type { DraftStore } from "#app/shared/forms/draft.ts";

export type TypedValues = Readonly<Record<string, string>>;

/** What is in a form, as the browser would post it; empty fields are left out. */
export function typedValues(form: HTMLFormElement): TypedValues {
  const entries = [...new FormData(form)].map(
    ([name, value]) => [name, typeof value === "string" ? value : ""] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value.trim() !== ""));
}

/** Writes values into those fields of a form that nobody has changed, and opens what hides one of them. */
export function fillForm(form: HTMLFormElement, values: TypedValues): void {
  fillUntouchedFields(form, values);
  for (const name of Object.keys(values)) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLElement) openAround(control);
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
export function focusFirstEmpty(form: HTMLFormElement): void {
  const empty = [...form.elements].find((control) => isTextControl(control) && control.validity.valueMissing);
  if (empty instanceof HTMLElement) focusControl(empty);
}

function fillUntouchedFields(form: HTMLFormElement, values: TypedValues): void {
  for (const [name, value] of Object.entries(values)) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement && control.type === "checkbox") {
      control.checked ||= control.value === value;
    } else if (control instanceof RadioNodeList) {
      if (control.value === "") control.value = value;
    } else if (isTextControl(control) && isUntouched(control)) {
      control.value = value;
    }
  }
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

/** Whether any field differs from what the page came with. */
export function isFilledIn(form: HTMLFormElement): boolean {
  return [...form.elements].some((control) => {
    const isBox = control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
    if (isBox) return control.checked !== control.defaultChecked;
    return isTextControl(control) && !isUntouched(control);
  });
}

/** What a form starts with, and an id by which a reload recognises it. */
export interface Prefill {
  readonly id: string;
  /** An empty text is a value too: what was handed on does not fit its field. */
  readonly values: TypedValues;
  /** Messages by field, for what the visitor has to look at again. */
  readonly problems: TypedValues;
  /** Several kinds of parts, of which the visitor wants one. Empty if there is none. */
  readonly shelf: string;
  /** Name of the field that the visitor has to fill in for that. */
  readonly asks?: string;
  /** Names of the draft's other fields that contradict these values. */
  readonly outdates: (draft: TypedValues) => readonly string[];
}

/** Fills a form on hydration: typed values win, then a new prefill, then the draft. */
export function useFilledForm(
  form: RefObject<HTMLFormElement | null>,
  draft: DraftStore,
  readPrefill: () => Prefill | null,
  onPrefill: (prefill: Prefill) => void,
): void {
  useEffect(() => {
    if (form.current === null) return;
    const saved = draft.read();
    const prefill = readPrefill();
    const isNew = prefill !== null && prefill.id !== saved.prefill;
    if (isNew) fillUntouchedFields(form.current, prefill.values);
    const outdated = new Set(
      isNew ? [...Object.keys(prefill.values), ...prefill.outdates(saved.values)] : [],
    );
    const kept = Object.entries(saved.values).filter(([name]) => !outdated.has(name));
    fillForm(form.current, Object.fromEntries(kept));
    draft.update({ values: typedValues(form.current), ...(prefill === null ? {} : { prefill: prefill.id }) });
    if (prefill !== null) onPrefill(prefill);
    if (isNew) focusFirstOpen(form.current, prefill);
  }, [form, draft, readPrefill, onPrefill]);
}

/** What the visitor has to look at again or to choose comes before what is still empty. Nobody who types is interrupted. */
function focusFirstOpen(form: HTMLFormElement, { problems, asks }: Prefill): void {
  if (form.contains(document.activeElement)) return;
  const [first = asks] = Object.keys(problems);
  const control = first === undefined ? null : form.elements.namedItem(first);
  if (control instanceof HTMLElement) focusControl(control);
  else focusFirstEmpty(form);
}
