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

/** Writes values into those fields of a form that nobody has changed. */
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
  /** Names of the draft's other fields that contradict these values. */
  readonly outdates: (draft: TypedValues) => readonly string[];
}

/** Fills a form on hydration: typed values win, then a new prefill, then the draft. */
export function useFilledForm(
  form: RefObject<HTMLFormElement | null>,
  draft: DraftStore,
  readPrefill: () => Prefill | null,
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
    fillUntouchedFields(form.current, Object.fromEntries(kept));
    draft.update({ values: typedValues(form.current), ...(prefill === null ? {} : { prefill: prefill.id }) });
  }, [form, draft, readPrefill]);
}
